import { OwnAccount } from './own-account.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TwoStepPanel } from './two-step-panel.tsx'

/** Two-step sign-in comes after a password: people without one have no use for it. */
export const Component = () => (
  <OwnAccount>
    {(me) => (
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {!me.oauthUser && <TwoStepPanel />}
        <SessionsPanel hasPassword={!me.oauthUser} />
      </div>
    )}
  </OwnAccount>
)
