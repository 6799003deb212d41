import type { accounts } from '#contract/accounts.ts'
import { creditsOf } from '#server/ledger/index.ts'
import type { Handlers } from '#server/http/serve.ts'
import { avatarUrl, mediaUrl } from '#server/http/media-url.ts'
import type { App } from '#server/services.ts'
import { changeOwnPassword } from './change-password.ts'
import { confirmByLink, sendConfirmationAgain } from './confirm-email.ts'
import { inLane } from './hashing-lane.ts'
import { rememberDevice } from './known-device.ts'
import { setLegalName } from './legal-name.ts'
import { login } from './login.ts'
import { presentAuthUser, presentMe } from './present.ts'
import { removePicture, setPicture } from './pictures.ts'
import { getAccount } from './queries.ts'
import { register } from './register.ts'
import { askForReset, resetPassword } from './reset-password.ts'
import { endSessionOf, refreshSession } from './sessions.ts'

export const accountRoutes = (app: App): Handlers<typeof accounts> => ({
  register: ({ body, caller, reply }) => register(app, body, caller, reply),
  login: ({ body, caller, reply }) => login(app, body, caller, reply),
  refreshToken: ({ body }) => refreshSession(app, body.refreshToken),
  async logout({ body }) {
    await endSessionOf(app, body.refreshToken)
    return { ok: true }
  },
  async sendConfirmation({ viewer, caller }) {
    await sendConfirmationAgain(app, viewer.id, caller)
    return { ok: true }
  },
  async confirmEmail({ body }) {
    await confirmByLink(app, body.token)
    return { ok: true }
  },
  async forgotPassword({ body, caller }) {
    await askForReset(app, body.email, caller)
    return { ok: true }
  },
  async resetPassword({ body, caller, reply }) {
    rememberDevice(app, reply, await inLane(app, caller.address, () => resetPassword(app, body)))
    return { ok: true }
  },
  authMe: async ({ viewer }) => presentAuthUser(await getAccount(app.db, viewer.id)),
  async setLegalName({ body: { legalName }, viewer }) {
    await app.db.transaction().execute((tx) => setLegalName(tx, viewer.id, legalName))
    return { legalName }
  },
  async changePassword({ body, viewer, caller, reply }) {
    await inLane(app, caller.address, () => changeOwnPassword(app, viewer, body))
    rememberDevice(app, reply, viewer.id)
    return { ok: true }
  },
  setAvatar: async ({ viewer, files }) => ({
    avatarUrl: avatarUrl(await setPicture(app, viewer.id, 'avatar', files.avatar)),
  }),
  async removeAvatar({ viewer }) {
    await app.db.transaction().execute((tx) => removePicture(app, tx, viewer.id, 'avatar'))
    return { avatarUrl: null }
  },
  setBanner: async ({ viewer, files }) => ({
    bannerUrl: mediaUrl(await setPicture(app, viewer.id, 'banner', files.banner)),
  }),
  async removeBanner({ viewer }) {
    await app.db.transaction().execute((tx) => removePicture(app, tx, viewer.id, 'banner'))
    return { bannerUrl: null }
  },
  async me({ viewer }) {
    const [account, credits] = await Promise.all([getAccount(app.db, viewer.id), creditsOf(app.db, viewer.id)])
    return presentMe(account, credits)
  },
})
