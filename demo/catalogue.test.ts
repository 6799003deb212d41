import { expect, test } from 'vitest'
import { handleKey } from '#server/accounts/index.ts'
import { catalogue } from './catalogue.ts'
import { LINES } from '#contract/line.ts'
import { CHARACTERS } from './synth/characters.ts'
import type { VoiceName } from './synth/voices.ts'
import { CROWD, PEOPLE, PRODUCERS } from './people.ts'

const { beats, packs, kits, unsold } = catalogue
const all = [...beats, ...packs, ...kits, ...unsold]

test('every style has two beats or more', () => {
  expect(beats.length).toBeGreaterThanOrEqual(28)
  for (const line of LINES) expect(beats.filter((beat) => beat.line === line).length).toBeGreaterThanOrEqual(2)
})

test('six packs of three to five tracks and a long one, kits of six types', () => {
  const lengths = packs.map(({ beats: tracks }) => tracks.length).sort((a, b) => a - b)
  expect(lengths.slice(0, 6).every((length) => length >= 3 && length <= 5)).toBe(true)
  expect(lengths.slice(6)).toEqual([16])
  expect(new Set(kits.map(({ type }) => type)).size).toBe(6)
})

test('beats that are not on sale stand in every such state', () => {
  expect(new Set(unsold.map(({ state }) => state))).toEqual(
    new Set(['pending', 'rejected', 'failed', 'paused', 'sold']),
  )
})

test('addresses are unique and well-formed', () => {
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length)
  for (const { slug } of all) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})

test('tempi, keys, tags and prices are plausible for drill beats', () => {
  for (const { bpm, bars, key, prices, tags, isFeatured } of beats) {
    expect(bpm).toBeGreaterThanOrEqual(136)
    expect(bpm).toBeLessThanOrEqual(150)
    expect(bars).toBe(isFeatured ? 40 : 20)
    expect(key).toMatch(/^[A-G]#?m$/)
    expect(tags.length).toBeGreaterThan(0)
    expect(Object.values(prices)).toEqual(Object.values(prices).sort((a, b) => a - b))
  }
  expect(beats.some(({ prices }) => prices.PREMIUM === undefined)).toBe(true)
  for (const mood of ['dark', 'melodic', 'cinematic', 'bouncy'])
    expect(beats.some(({ tags }) => tags.includes(mood))).toBe(true)
})

test('each beat plays the instruments that it promises', () => {
  const voices: Record<string, VoiceName> = {
    bells: 'bell',
    brass: 'brass',
    choir: 'choir',
    flute: 'flute',
    guitar: 'nylon',
    kalimba: 'kalimba',
    marimba: 'marimba',
    nylon: 'nylon',
    piano: 'piano',
    pluck: 'pluck',
    siren: 'siren',
    strings: 'strings',
    'vocal-chop': 'vox',
  }
  for (const { title, line, lead, tags } of [...beats, ...unsold]) {
    const { pad, answer } = CHARACTERS[line]
    const played = lead === 'staccato' ? ['strings', pad] : [lead, pad, answer]
    for (const tag of tags) if (voices[tag]) expect(played, `${tag} of ${title}`).toContain(voices[tag])
  }
})

test('enough items are featured, and some are new', () => {
  expect(beats.filter(({ isFeatured }) => isFeatured).length).toBeGreaterThanOrEqual(6)
  expect(packs.filter(({ isFeatured }) => isFeatured).length).toBeGreaterThanOrEqual(5)
  expect(kits.filter(({ isFeatured }) => isFeatured).length).toBeGreaterThanOrEqual(5)
  for (const list of [beats, packs, kits]) expect(list.some(({ daysAgo }) => daysAgo < 14)).toBe(true)
})

test('owners are producers, and no two handles look alike', () => {
  const handles = new Set(PRODUCERS.map(({ handle }) => handle))
  for (const { owner } of all) expect(handles).toContain(owner)
  const everyone = [...PEOPLE, ...CROWD]
  for (const { handle } of everyone) expect(handle).toMatch(/^[A-Za-z0-9_.-]{3,30}$/)
  expect(new Set(everyone.map(({ handle }) => handleKey(handle))).size).toBe(everyone.length)
  expect(new Set(everyone.map(({ email }) => email)).size).toBe(everyone.length)
})

test('the accounts printed at the start have the roles that are promised', () => {
  const who = (name: string) => PEOPLE.find(({ email }) => email === `${name}@slide.test`)!
  expect(who('admin').isAdmin).toBe(true)
  expect(who('producer')).toMatchObject({ plan: 'pro', isProducer: true })
  expect(who('growth')).toMatchObject({ plan: 'growth', isProducer: true })
  expect(who('free').plan).toBe('free')
  expect(who('buyer').isProducer).toBe(false)
  for (const name of ['producer', 'growth']) expect(all.some(({ owner }) => owner === who(name).handle)).toBe(true)
})
