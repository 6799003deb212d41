import { Trash, Upload } from '#web/ui/icons.ts'
import { useRef, useState, type ReactNode } from 'react'
import { call } from '#web/api/call.ts'
import { callWithProgress } from '#web/api/call-with-progress.ts'
import { useAction } from '#web/api/use-action.ts'
import { accountNow, keepAvatar } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import { sizeLimit } from '#web/uploads/size-limit.ts'
import { uploadPurposes } from '#contract/upload-purposes.ts'
import { CropDialog } from './crop-dialog.tsx'

export type PictureKind = 'avatar' | 'banner'

const TARGETS = { avatar: { width: 640, height: 640 }, banner: { width: 1920, height: 336 } }

async function sendPicture(kind: PictureKind, picture: Blob, onProgress: (sent: number) => void) {
  const file = new File([picture], `${kind}.${picture.type.split('/')[1] ?? 'png'}`, { type: picture.type })
  const send = callWithProgress(onProgress)
  if (kind === 'banner') return void (await send('POST /me/banner', { files: { banner: file } }))
  const account = accountNow()
  keepAvatar(account, (await send('POST /me/avatar', { files: { avatar: file } })).avatarUrl)
}

async function removePicture(kind: PictureKind) {
  if (kind === 'banner') return void (await call('DELETE /me/banner'))
  const account = accountNow()
  keepAvatar(account, (await call('DELETE /me/avatar')).avatarUrl)
}

type Props = { kind: PictureKind; isSet: boolean; className?: string; children?: ReactNode }

/** Lets people upload and crop a picture of their own, or remove it. */
export function PictureActions({ kind, isSet, className, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<ImageBitmap | null>(null)
  const [sent, setSent] = useState(0)
  const { endings, maxBytes } = uploadPurposes[kind]
  const refresh = ['GET /me', 'GET /users/:id'] as const
  const save = useAction({
    send: (picture: Blob) => sendPicture(kind, picture, setSent),
    success: `${kind === 'avatar' ? 'Avatar' : 'Banner'} saved.`,
    failure: 'Couldn’t save profile.',
    refresh,
  })
  const remove = useAction({
    send: removePicture,
    success: `${kind === 'avatar' ? 'Avatar' : 'Banner'} removed.`,
    failure: `Couldn’t remove ${kind}.`,
    refresh,
  })

  async function choose(file: File | undefined) {
    if (input.current) input.current.value = '' // clears the input, so that the same file can be chosen again
    if (!file) return
    if (file.size > maxBytes) return toast.error(`The file is larger than ${sizeLimit(kind)}.`)
    const picture = await createImageBitmap(file).catch(() => null)
    if (picture) setChosen(picture)
    else toast.error('Choose a JPEG, PNG or WebP picture.')
  }
  return (
    <div
      className={cx('flex flex-wrap items-center gap-2', className)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void choose(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Choose ${kind}`}
        accept={endings.map((ending) => `.${ending}`).join(',')}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <Button
        ref={upload}
        look="rail"
        size={36}
        className="bg-night/86"
        loading={save.pending}
        onClick={() => input.current?.click()}
      >
        <Icon of={Upload} size={16} />
        Upload {kind}
      </Button>
      {isSet && (
        <Button
          look="rail"
          size={36}
          className="bg-night/86"
          loading={remove.pending}
          onClick={() => void remove.run(kind).then(({ done }) => done && upload.current?.focus())}
        >
          <Icon of={Trash} size={16} />
          Remove<span className="sr-only"> {kind}</span>
        </Button>
      )}
      {children}
      {save.pending && <Progress label={`Uploading ${kind}`} value={sent} className="w-32" />}
      {chosen && (
        <CropDialog
          title={kind === 'avatar' ? 'Crop your avatar' : 'Crop your banner'}
          picture={chosen}
          target={TARGETS[kind]}
          onClose={() => setChosen(null)}
          onCropped={(picture) => {
            setChosen(null)
            setSent(0)
            void save.run(picture)
          }}
        />
      )}
    </div>
  )
}
