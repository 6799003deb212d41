import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('no other source holds a figure of the plans', async () => {
  const copies: string[] = []
  for await (const file of glob(['web/**/*.{ts,tsx}', 'server/**/*.ts', 'contract/*.ts'])) {
    if (file.includes('.test.') || file.includes('gallery')) continue
    const text = await readFile(file, 'utf8')
    if (
      /\$(?:5\.99|59|14\.99|149|75|150)\b|\b(?:599|5900|1499|14900|5_99|59_00|14_99|149_00)\b|\b[12]0% off\b/.test(text)
    )
      copies.push(file)
  }
  expect(copies).toEqual(['contract/plans.ts'])
})
