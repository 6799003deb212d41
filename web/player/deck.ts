import { currentAudio } from './player.ts'

/**
 * Two audio elements: the live one plays, the spare one has loaded the next sound, so that there is no gap between
 * them.
 */
export let live = makeDeck()
export let spare = makeDeck()
currentAudio.element = live

function makeDeck() {
  const deck = new Audio()
  deck.preload = 'auto'
  return deck
}

type Act = () => unknown

/** Calls these functions for events of the live element. The spare one loads unnoticed. */
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
  live = ready // first: events of the old element are ignored from here on
  spare = old
  old.pause()
  emptyDeck(old)
  currentAudio.element = live
}
