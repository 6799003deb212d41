import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import { partOfBytes, zipAsFile } from '#server/archives/zip-file.ts'
import { record } from '#server/audit/audit.ts'
import { notFound } from '#server/errors.ts'
import { sendFile } from '#server/http/file-reply.ts'
import { paperOf } from '#server/library/index.ts'
import { originOf } from '#server/pages/origin.ts'
import type { App } from '#server/services.ts'
import { evidenceOf, type Evidence } from './evidence-facts.ts'
import { reportOf } from './evidence-report.ts'

/** Answers with all that proves a sale, as a ZIP. It holds what is private to two people, so the making is recorded. */
export async function sendEvidence(app: App, reply: FastifyReply, orderId: number, adminId: number) {
  const evidence = await evidenceOf(app.db, orderId)
  const madeAt = app.clock.now()
  const { drawReport } = await import('#server/papers/report-paper.ts') // its fonts and shaping take time to load
  const licenses = await licensesOf(app, evidence, originOf(reply.request, app.config.publicUrl))
  const parts = [
    partOfBytes('evidence.pdf', drawReport(reportOf(evidence, madeAt))),
    partOfBytes('evidence.json', Buffer.from(JSON.stringify({ madeAt, ...evidence }, null, 2))),
    ...licenses.map(({ name, bytes }) => partOfBytes(name, bytes)),
  ]
  await app.db
    .transaction()
    .execute((tx) =>
      record(app, tx, adminId, { action: 'make evidence pack', subject: { kind: 'order', id: orderId } }),
    )
  const download = `evidence-${evidence.order.number}.zip`
  return sendFile(reply.request, reply, zipAsFile(parts, madeAt), '', { cacheControl: 'no-store', download })
}

/** The documents of the sold licenses. One that nobody has opened yet is made now. */
async function licensesOf(app: App, { items }: Evidence, origin: string) {
  const licenses = []
  for (const { purchaseId, licenseNumber } of items) {
    const key = purchaseId === null || licenseNumber === null ? null : await paperOf(app, purchaseId, origin)
    if (key === null) continue
    const file = await app.storage.open(key)
    if (!file) throw notFound('File')
    licenses.push({ name: `licenses/${licenseNumber}.pdf`, bytes: await buffer(file.stream) })
  }
  return licenses
}
