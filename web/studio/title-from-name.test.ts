import { expect, test } from 'vitest'
import { titleFromName } from './title-from-name.ts'

test.for([
  ['ELEPHANT ROAD 142 f#m FINAL v3 (master).wav', 'Elephant Road'],
  ['Night Bus 140.wav', 'Night Bus'],
  ['night_bus_140bpm_Cm.mp3', 'Night Bus'],
  ['Lagos to Leeds - 144 BPM - F♯ minor.wav', 'Lagos to Leeds'],
  ['Kreuzberg Keys [143bpm Em] mastered.wav', 'Kreuzberg Keys'],
  ['BPM 138 Dublin Rain Am.wav', 'Dublin Rain Am'],
  ['138 Am Dublin Rain.wav', 'Dublin Rain'],
  ['Who I Am 140 A.wav', 'Who I Am'],
  ['Final Boss 150 Dbm final.wav', 'Final Boss'],
  ['Cold Harbour 142bpm F#m final v3 (master).wav', 'Cold Harbour'],
  ['Turnpike Lane 3AM.wav', 'Turnpike Lane 3AM'],
  ['Area 51 v2 untagged.wav', 'Area 51'],
  ["don't look back.wav", "Don't Look Back"],
  ['Balaclava (feat. Someone) 144.wav', 'Balaclava (feat. Someone)'],
  ['140.wav', '140'],
  ['<script>.wav', 'Script'],
] as const)('%s becomes %s', ([name, title]) => {
  expect(titleFromName(name)).toBe(title)
})
