import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type pg from 'pg'

const NAMED = `select storage_key as key from item_file
  union all select storage_key from upload where state = 'ready'
  union all select storage_key from unnamed_file
  union all select storage_key from voice_tag
  union all select preview_key from item where preview_key is not null
  union all select preview_key from item_track where preview_key is not null
  union all select cover_key || '/' || size || '.webp' from item, (values (160), (320), (640)) sizes (size)
    where cover_key is not null
  union all select preview_key from item_proposal where preview_key is not null
  union all select cover_key || '/' || size || '.webp' from item_proposal, (values (160), (320), (640)) sizes (size)
    where cover_key is not null
  union all select image_key || '/' || size || '.webp' from style, (values (280), (560)) sizes (size)
  union all select source ->> 'coverKey' from media_job where source ->> 'coverKey' is not null`

/** The house’s own pictures, and halves of files, which the next start removes. */
const isOfHouse = (key: string) => key.startsWith('hero/') || key.startsWith('.incoming/')

/** The stored files that no row names, and the rows whose file is missing. */
export async function compareFiles(db: pg.Client, dataDir: string) {
  const root = join(dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const stored = new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  const { rows } = await db.query<{ key: string }>(NAMED)
  const named = new Set(rows.map(({ key }) => key))
  const { rows: gone } = await db.query<{ key: string }>('select storage_key as key from unnamed_file')
  const mayMiss = new Set(gone.map(({ key }) => key)) // announced before they are written
  return {
    stored: stored.size,
    orphans: [...stored].filter((key) => !named.has(key) && !isOfHouse(key)),
    missing: [...named].filter((key) => !stored.has(key) && !mayMiss.has(key)),
  }
}
