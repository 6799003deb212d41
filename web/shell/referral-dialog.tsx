import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { price } from '#web/items/format.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'

/** The visitor's link for inviting others, and its results. */
export function ReferralDialog() {
  const [open, setOpen] = useState(true)
  const { data, isPending, isError } = useQuery(apiQuery(call, 'GET /me/referral', undefined))
  return (
    <Dialog
      size="short"
      open={open}
      onOpenChange={setOpen}
      title="Referral"
      description="Invite friends: when they sign up by your link and confirm their email, you get promo credits."
    >
      {isPending && <TextSkeleton lines={4} />}
      {isError && <p role="alert">Failed to load referral info</p>}
      {data && (
        <div className="grid gap-6">
          <CopyField
            label="Referral link"
            value={new URL(data.referralLink, location.origin).href}
            said="Referral link copied!"
          />
          <Stats className="md:grid-cols-2!">
            <Stat label="Referral credits" value={price(data.referralCredits)} />
            <Stat label="Friends who joined" value={data.referralCount} />
          </Stats>
        </div>
      )}
    </Dialog>
  )
}
