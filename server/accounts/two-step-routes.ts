import type { twoStep } from '#contract/two-step.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { inLane } from './hashing-lane.ts'
import { loginSecondStep } from './login-second-step.ts'
import {
  beginSecondStep,
  confirmSecondStep,
  newRecoveryCodes,
  secondStepState,
  turnOffSecondStep,
} from './second-step.ts'

export const twoStepRoutes = (app: App): Handlers<typeof twoStep> => ({
  signIn: ({ body, caller, reply }) => loginSecondStep(app, body, caller, reply),
  state: ({ viewer }) => secondStepState(app, viewer.id),
  begin: ({ viewer, caller, body }) => inLane(app, caller.address, () => beginSecondStep(app, viewer, body)),
  confirm: ({ viewer, body }) => confirmSecondStep(app, viewer, body.code),
  newCodes: ({ viewer, caller, body }) => inLane(app, caller.address, () => newRecoveryCodes(app, viewer, body)),
  async turnOff({ viewer, caller, body }) {
    await inLane(app, caller.address, () => turnOffSecondStep(app, viewer, body))
    return { ok: true }
  },
})
