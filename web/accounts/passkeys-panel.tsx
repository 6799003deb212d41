import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPasskey } from '#contract/passkeys.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { apiQuery } from '#web/api/tools.ts'
import { day } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { makePasskey, passkeyFailure, type Proof } from '#web/session/passkey-device.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { KeyRound, Laptop, MonitorSmartphone, Nfc, Pencil, Plus, Smartphone, Tablet, Trash } from '#web/ui/icons.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Panel } from './panel.tsx'
import { ProofDialog } from '#web/session/proof-dialog.tsx'
import { RenamePasskey } from './rename-passkey.tsx'

const icons = { computer: Laptop, phone: Smartphone, tablet: Tablet, key: Nfc, unknown: MonitorSmartphone }

type Open = null | 'add' | { rename: OwnPasskey } | { remove: OwnPasskey }

const refresh = ['GET /me/passkeys'] as const

/** The passkeys of an account. */
export function PasskeysPanel() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/passkeys', undefined))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Panel
      icon={KeyRound}
      title="Passkeys"
      text="Sign in with your fingerprint, face or device code. No password to lose."
    >
      {isError && !data && <Failed again={refetch}>Couldn’t load your passkeys.</Failed>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label="Loading your passkeys" className="mt-4">
          <TextSkeleton lines={2} />
        </div>
      )}
      {data && data.items.length > 0 && (
        <ul className="mt-3.5">
          {data.items.map((passkey) => (
            <Passkey
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpen({ rename: passkey })}
              onRemove={() => setOpen({ remove: passkey })}
            />
          ))}
        </ul>
      )}
      {data && (
        <Button look="paper" size={36} className="mt-4" onClick={() => setOpen('add')}>
          <Icon of={Plus} size={16} />
          Add a passkey
        </Button>
      )}
      {open === 'add' && (
        <ProofDialog
          title="Add a passkey"
          text="Then your browser asks where to keep it."
          label="Continue"
          withCode
          action={{ send: makePasskey, success: 'Passkey added.', failure: passkeyFailure, refresh }}
          onDone={close}
          onClose={close}
        />
      )}
      {open !== null && typeof open === 'object' && 'rename' in open && (
        <RenamePasskey passkey={open.rename} onClose={close} />
      )}
      {open !== null && typeof open === 'object' && 'remove' in open && (
        <RemovePasskey passkey={open.remove} onClose={close} />
      )}
    </Panel>
  )
}

/** The last way into an account stays. The dialog then says where its owner gets another one. */
function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const [isLast, setLast] = useState(false)
  const send = (proof: Proof) =>
    call('POST /me/passkeys/:id/remove', { params: { id }, body: proof }).catch((error: unknown) => {
      setLast(error instanceof ApiFailure && error.error === 'last_way_in')
      throw error
    })
  return (
    <ProofDialog
      title={`Remove ${name}?`}
      text={
        isLast ? (
          <>
            <Link to={paths.forgotPassword()} className="font-semibold text-ink underline">
              Set a password
            </Link>{' '}
            before you remove it.
          </>
        ) : (
          'It signs in no more. Your device may still show it until you delete it there.'
        )
      }
      label="Remove"
      danger
      withCode
      action={{
        send,
        success: 'Passkey removed.',
        failure: 'The passkey could not be removed. Try again.',
        refresh,
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

type PasskeyProps = { passkey: OwnPasskey; onRename: () => void; onRemove: () => void }

const Passkey = ({ passkey: { name, device, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyProps) => (
  <li className="flex min-h-16 items-center gap-3.5 border-t border-rail/60 py-2.5">
    <Icon of={icons[device]} size={22} className="flex-none text-soft" />
    <div className="min-w-0 flex-1">
      <p className="font-bold wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p className="num text-[13px] text-dim">
        Added {day(createdAt)}, {lastUsedAt ? `used ${day(lastUsedAt)}` : 'not used yet'}
      </p>
    </div>
    <IconButton label={`Rename ${name}`} onClick={onRename}>
      <Icon of={Pencil} size={17} />
    </IconButton>
    <IconButton label={`Remove ${name}`} onClick={onRemove}>
      <Icon of={Trash} size={17} />
    </IconButton>
  </li>
)
