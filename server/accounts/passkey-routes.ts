import type { passkeys } from '#contract/passkeys.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { inLane } from './hashing-lane.ts'
import { askForPasskey, askForProof, loginPasskey } from './login-passkey.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'

export const passkeyRoutes = (app: App): Handlers<typeof passkeys> => ({
  ask: ({ reply }) => askForPasskey(app, reply.request),
  signIn: ({ body, caller, reply }) => loginPasskey(app, body.passkey, caller, reply),
  list: async ({ viewer }) => ({ items: await listPasskeys(app, viewer) }),
  prove: ({ viewer, reply }) => askForProof(app, viewer, reply.request),
  begin: ({ viewer, caller, body, reply }) =>
    inLane(app, caller.address, () => beginPasskey(app, viewer, reply.request, body)),
  add: ({ viewer, caller, body }) => addPasskey(app, viewer, caller, body.passkey),
  rename: ({ viewer, params, body }) => renamePasskey(app, viewer, params.id, body.name),
  async remove({ viewer, caller, params, body }) {
    await inLane(app, caller.address, () => removePasskey(app, viewer, params.id, body))
    return { ok: true }
  },
})
