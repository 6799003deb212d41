import type { contact } from '#contract/contact.ts'
import { SUPPORT } from '#contract/support.ts'
import { say } from '#server/chat/index.ts'
import type { Handlers } from '#server/http/serve.ts'
import { isWithin, throttle, throttleNetwork } from '#server/http/throttle.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { contactMail, mailKeyOf } from './mails.ts'

const BY_ACCOUNT = { name: 'contact by account', max: 5, seconds: 3600 }
const BY_ADDRESS = { name: 'contact by address', max: 5, seconds: 3600 }
/** Many addresses together must not flood the support mailbox. Further messages come, but without a mail. */
const MAILED = { name: 'contact mailed', max: 300, seconds: 3600 }

/**
 * Messages go to the support account and its mailbox. Those of people with an account begin or go on their conversation
 * with it. A banned person reads no conversations and is answered by mail, like a guest.
 */
export const contactRoutes = (app: App): Handlers<typeof contact> => ({
  async send({ body, viewer, caller }) {
    if (viewer) await throttle(app, BY_ACCOUNT, String(viewer.id))
    else await throttleNetwork(app, BY_ADDRESS, caller.address)
    const isMailed = await isWithin(app, MAILED, '')
    const { name, email, topic, message } = body
    const writer = viewer?.bannedAt ? null : viewer
    const inMessages = writer !== null && writer.id !== SUPPORT
    await app.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('contactMessage')
        .values({ accountId: writer?.id ?? null, name, email, topic, body: message, createdAt: app.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (inMessages) await say(app, tx, { self: writer.id, partner: SUPPORT }, { body: `${topic}: ${message}` })
      await notify(app, tx, {
        accountId: SUPPORT,
        topic: 'message',
        by: writer?.id ?? null,
        title: `${topic}: a message from ${name}`,
        message,
        recipientName: name,
        profileId: writer?.id ?? null,
      })
      const facts = { name, email, topic, message }
      if (isMailed) await app.mail.send(tx, contactMail, app.config.supportEmail, facts, { dedupeKey: mailKeyOf(id) })
    })
    return { ok: true, inMessages }
  },
})
