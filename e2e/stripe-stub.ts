import type { Page, Route } from '@playwright/test'

/**
 * Answers Stripe's addresses in the browser: its script by a stand-in with the same surface, its API by the emulator. The
 * page's content policy is the real one.
 */
export async function emulateStripe(page: Page) {
  const body = `(${standIn.toString()})()`
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.route('https://api.stripe.com/**', passOn)
}

async function passOn(route: Route) {
  const request = route.request()
  const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: allowed })
  const { pathname, search } = new URL(request.url())
  const reply = await fetch(new URL(pathname + search, process.env.STRIPE_URL), {
    method: request.method(),
    headers: { authorization: request.headers().authorization ?? '' },
    ...(request.method() === 'POST' && {
      body: new URLSearchParams(request.postData() ?? ''),
    }),
  })
  return route.fulfill({ status: reply.status, headers: allowed, json: await reply.json() })
}

type Answer = { status?: string; error?: { type?: string; code?: string; message: string } }

/** Runs in the page. Stripe's real script draws its fields in a frame. */
function standIn() {
  const cards: Record<string, string> = {
    '4242424242424242': 'pm_card_visa',
    '4000000000000002': 'pm_card_chargeDeclined',
    '4000002500003155': 'pm_card_authenticationRequired',
  }
  let input: HTMLInputElement | undefined
  const card = {
    mount(host: HTMLElement) {
      input = document.createElement('input')
      input.setAttribute('aria-label', 'Card number')
      input.className = 'bg-transparent'
      host.append(input)
    },
    on: (type: string, act: () => void) => void (type === 'ready' && setTimeout(act)),
    focus: () => input?.focus(),
    destroy: () => input?.remove(),
  }
  const ask = async (path: string, key: string, form?: Record<string, string>) => {
    const reply = await fetch(`https://api.stripe.com${path}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return (await reply.json()) as Answer
  }
  const answerBank = () =>
    new Promise<'pass' | 'fail'>((answered) => {
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', 'Your bank')
      for (const answer of ['pass', 'fail'] as const) {
        const button = document.createElement('button')
        button.textContent = answer
        button.addEventListener('click', () => {
          dialog.remove()
          answered(answer)
        })
        dialog.append(button)
      }
      document.body.append(dialog)
      dialog.showModal()
    })
  const Stripe = (key: string) => ({
    elements: () => ({ create: () => card, getElement: () => (Reflect.get(globalThis, 'hidesCard') ? null : card) }),
    async confirmCardPayment(clientSecret: string) {
      const number = input?.value.replaceAll(' ', '') ?? ''
      const method = cards[number]
      if (!method)
        return {
          error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' },
        }
      const [intent] = clientSecret.split('_secret_')
      const answer = await ask(`/v1/payment_intents/${intent}/confirm`, key, {
        client_secret: clientSecret,
        payment_method: method,
      })
      if (answer.error) return { error: answer.error }
      if (answer.status !== 'requires_action') return { paymentIntent: answer }
      const choice = await answerBank()
      const paymentIntent = await ask(`/challenge/${clientSecret}?${choice}`, key)
      if (choice === 'pass') return { paymentIntent }
      const message = 'We are unable to authenticate your payment method.'
      return { error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message } }
    },
  })
  Object.assign(globalThis, { Stripe })
}
