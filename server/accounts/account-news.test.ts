import { test } from 'vitest'
import { listenTo } from '#test/notices.ts'
import { createWorld } from '#test/world.ts'

test('all browsers of a person hear that the account is about to be deleted, and that it stays', async () => {
  const world = await createWorld()
  const person = await world.signUp()
  const address = `${await world.http.listen({ host: '127.0.0.1', port: 0 })}/api/notifications/stream`
  const other = await listenTo(address, person.accessToken)
  await other.saying('"deletionDueAt":null')
  const { dueAt } = await person.call('POST /me/deletion', { body: { password: person.password } })
  await other.saying(`"deletionDueAt":"${dueAt}"`)
  const late = await listenTo(address, person.accessToken)
  await late.saying(`"deletionDueAt":"${dueAt}"`)
  await person.call('DELETE /me/deletion')
  await late.saying('"deletionDueAt":null')
  other.leave()
  late.leave()
  await world.close()
})
