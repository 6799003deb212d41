import { sounding } from './player.ts'

/** One sounds, the other holds the next sound, so that it follows without a gap. */
export let live = makeDeck()
export let spare = makeDeck()
sounding.element = live

function makeDeck() {
  const deck = new Audio()
  deck.preload = 'auto'
  return deck
}

type Act = () => unknown

/** Tells what happens to the live deck; the spare one loads unnoticed. */
export function listenToLiveDeck(acts: Record<string, Act>) {
  for (const deck of [live, spare])
    for (const [name, act] of Object.entries(acts)) deck.addEventListener(name, () => deck === live && act())
}

export function emptyDeck(deck: HTMLAudioElement) {
  if (!deck.getAttribute('src')) return
  deck.removeAttribute('src')
  deck.load()
}

export function swapDecks() {
  const [old, ready] = [live, spare]
  live = ready // first, as events of the old one count no more from here on
  spare = old
  old.pause()
  emptyDeck(old)
  sounding.element = live
}
