// `npm run admin -- someone@example.com`: makes an account of this shop an admin. With the embedded database, Slide must
// be running.
import { makeAdmin } from '#server/accounts/index.ts'
import { systemClock } from '#server/clock.ts'
import { openForHolder } from './operator.ts'

const { db, email, holder, close } = await openForHolder('npm run admin -- someone@example.com')
const isMade = await db.transaction().execute((tx) => makeAdmin({ clock: systemClock }, tx, email))
await close()
console.log(isMade ? `${holder.handle} is an admin now.` : `${holder.handle} is banned. Lift the ban first.`)
