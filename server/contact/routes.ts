import type { contact } from '#contract/contact.ts'
import { SUPPORT } from '#contract/support.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttle } from '#server/http/throttle.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { contactMail } from './mails.ts'

const BY_ADDRESS = { name: 'contact by address', max: 5, seconds: 3600 }
const IN_ALL = { name: 'contact', max: 300, seconds: 3600 } // many addresses together must not flood the support mailbox

/** Messages go to the support account and its mailbox. */
export const contactRoutes = (app: App): Handlers<typeof contact> => ({
  async send({ body, viewer, caller }) {
    await throttle(app, BY_ADDRESS, caller.address)
    await throttle(app, IN_ALL, '')
    const { name, email, topic, message } = body
    await app.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('contactMessage')
        .values({ accountId: viewer?.id ?? null, name, email, topic, body: message, createdAt: app.clock.now() })
        .execute()
      await notify(app, tx, {
        accountId: SUPPORT,
        topic: 'message',
        by: viewer?.id ?? null,
        title: `${topic}: a message from ${name}`,
        message,
        recipientName: name,
        profileId: viewer?.id ?? null,
      })
      await app.mail.send(tx, contactMail, app.config.supportEmail, { name, email, topic, message })
    })
    return { ok: true }
  },
})
