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

test('About, Terms and Privacy take prices, sizes and times from the constants', async () => {
  const typed: string[] = []
  for await (const file of glob('web/{about,legal}/*.tsx'))
    typed.push(
      ...((await readFile(file, 'utf8')).match(
        /\$\d+(?:\.\d+)?|\b\d[\d,]* (?:[KMG]B|percent|minutes|hours|days|months)\b/g,
      ) ?? []),
    )
  expect(typed, 'the example of a price').toEqual(['$29.95', '$29.95'])
})
