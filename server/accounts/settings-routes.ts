import type { settings } from '#contract/settings.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { askForEmail, changeEmailByLink, undoEmail } from './change-email.ts'
import { changeProfile, saveProfile } from './change-profile.ts'
import { inLane } from './hashing-lane.ts'
import { rememberDevice } from './known-device.ts'

export const settingsRoutes = (app: App): Handlers<typeof settings> => ({
  saveProfile: ({ viewer, files, body }) => saveProfile(app, viewer.id, { files, body }),
  changeProfile: ({ viewer, body }) => changeProfile(app, viewer.id, body),
  async changeEmail({ viewer, caller, body }) {
    await inLane(app, caller.address, () => askForEmail(app, viewer, caller, body))
    return { ok: true }
  },
  async confirmNewEmail({ body }) {
    await changeEmailByLink(app, body.token)
    return { ok: true }
  },
  async undoEmail({ body, caller, reply }) {
    rememberDevice(app, reply, await inLane(app, caller.address, () => undoEmail(app, body)))
    return { ok: true }
  },
})
