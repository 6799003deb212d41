import type { ProfileChange } from '#contract/settings.ts'
import { invalid } from '#server/errors.ts'
import { avatarUrl, mediaUrl } from '#server/http/media-url.ts'
import type { App } from '#server/services.ts'
import type { UploadRow } from '#server/uploads/rows.ts'
import { changeHandle, handleTaken } from './change-handle.ts'
import { makePicture, removePicture } from './pictures.ts'
import { getAccount, lockAccount } from './queries.ts'
import { orIfTaken } from './unique.ts'

type Flag = 'true' | 'false' | undefined
type ProfileForm = {
  files: { avatar?: UploadRow; banner?: UploadRow }
  body: { bio?: string | undefined; removeAvatar?: Flag; removeBanner?: Flag }
}

/** Saves a whole form, or nothing of it. */
export async function saveProfile(app: App, id: number, { files, body }: ProfileForm) {
  const removed = { avatar: body.removeAvatar === 'true', banner: body.removeBanner === 'true' }
  const kinds = ['avatar', 'banner'] as const
  for (const kind of kinds)
    if (files[kind] && removed[kind]) throw invalid({ [kind]: 'Send a picture or remove it, not both.' })
  const shown: Awaited<ReturnType<typeof makePicture>>[] = []
  for (const kind of kinds) if (files[kind]) shown.push(await makePicture(app, id, kind, files[kind]))
  await app.db.transaction().execute(async (tx) => {
    for (const { show } of shown) await show(tx)
    for (const kind of kinds) if (removed[kind]) await removePicture(app, tx, id, kind)
    await lockAccount(tx, id)
    if (body.bio !== undefined) await tx.updateTable('account').set({ bio: body.bio }).where('id', '=', id).execute()
  })
  const account = await getAccount(app.db, id)
  return {
    avatarUrl: avatarUrl(account.avatarKey),
    bannerUrl: account.bannerKey && mediaUrl(account.bannerKey),
    bio: account.bio,
  }
}

/** Changes what was sent, and nothing else. */
export async function changeProfile(app: App, id: number, { username, ...texts }: ProfileChange) {
  const changing = app.db.transaction().execute(async (tx) => {
    if (username !== undefined) await changeHandle(app, tx, id, username)
    else await lockAccount(tx, id)
    if (Object.keys(texts).length) await tx.updateTable('account').set(texts).where('id', '=', id).execute()
  })
  await orIfTaken(changing, 'account_handle_key', handleTaken)
  const { bio, handle, instagram, twitter, youtube, facebook, soundcloud, tiktok } = await getAccount(app.db, id)
  return { bio, username: handle, instagram, twitter, youtube, facebook, soundcloud, tiktok }
}
