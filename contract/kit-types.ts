// This file imports no zod, so that forms can use the types without the schemas.

export const KIT_TYPES = ['Drum Kit', 'Loop Kit', 'MIDI Kit', 'Construction Kit', 'FX Kit', 'One-Shots'] as const
export type KitType = (typeof KIT_TYPES)[number]

export const TEMPI_TURNED = 'The highest tempo can’t be below the lowest.'

/** Loops are made for a tempo: buyers look for it. */
export const needsTempi = (type: KitType) => type === 'Loop Kit'
export const needsKey = (type: KitType) => type === 'Loop Kit' || type === 'Construction Kit'
