import type { Me } from '#contract/accounts.ts'
import { faultOfSocialPage, NETWORKS, shapeSocialPage, SOCIAL_PAGES, type Network } from '#contract/social-pages.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Trash } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { OwnAccount } from './own-account.tsx'

const failure = 'Failed to update socials.'
const refresh = ['GET /me', 'GET /users/:id'] as const

const ofAll = <Value,>(value: (network: Network) => Value) =>
  Object.fromEntries(NETWORKS.map((network) => [network, value(network)])) as Record<Network, Value>

export const Component = () => <OwnAccount>{(me) => <Socials me={me} />}</OwnAccount>

function Socials({ me }: { me: Me }) {
  const form = useForm({
    start: ofAll((network) => me[network]),
    checks: ofAll((network) => (typed: string | boolean) => faultOfSocialPage(shapeSocialPage(network, String(typed)))),
    action: { send: (pages) => call('PATCH /me/profile', { body: pages }), success: 'Saved!', failure, refresh },
    onDone: (saved) => {
      for (const network of NETWORKS) form.keep(network, saved[network])
    },
  })
  const remove = useAction({
    send: (network: Network) => call('PATCH /me/profile', { body: { [network]: '' } }),
    success: 'Saved!',
    failure,
    refresh,
  })
  async function removePage(network: Network, input: string) {
    const { done } = await remove.run(network)
    if (!done) return
    form.keep(network, '')
    document.getElementById(input)?.focus() // the pressed button is gone
  }
  return (
    <form {...form.props} aria-label="Socials" className="grid max-w-160 gap-5">
      <p className="text-soft">Your name there, or the address of your page. They stand on your profile as links.</p>
      {NETWORKS.map((network) => (
        <Field key={network} label={SOCIAL_PAGES[network].name} error={form.errors[network]}>
          {(control) => (
            <span className="flex items-center gap-2">
              <Input
                {...control}
                {...form.input(network)}
                placeholder={`${SOCIAL_PAGES[network].start}…`}
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                className="min-w-0 flex-1"
              />
              {me[network] && (
                <Button look="ghost" loading={remove.pending} onClick={() => void removePage(network, control.id)}>
                  <Icon of={Trash} size={16} />
                  <span className="max-md:sr-only">Remove</span>
                  <span className="sr-only"> {SOCIAL_PAGES[network].name}</span>
                </Button>
              )}
            </span>
          )}
        </Field>
      ))}
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <Button {...form.submit} look="paper" className="justify-self-start">
        Save Socials
      </Button>
    </form>
  )
}
