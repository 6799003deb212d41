import { GooglePanel } from './google-panel.tsx'
import { OwnAccount } from './own-account.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TwoStepPanel } from './two-step-panel.tsx'

/** Two-step sign-in comes after a password: people without one have no use for it. */
export const Component = () => (
  <OwnAccount>
    {(me) => (
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          {!me.oauthUser && <TwoStepPanel />}
          <PasskeysPanel />
          <GooglePanel hasPassword={!me.oauthUser} />
        </div>
        <SessionsPanel hasPassword={!me.oauthUser} />
      </div>
    )}
  </OwnAccount>
)
