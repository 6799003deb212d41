import { create } from 'zustand'

/** A person whom one can follow, as pages show them. */
export type Followable = { id: number; displayName: string; followersCount: number }

/** Whether the visitor follows a person, and the number of followers since a press. */
export const useFollows = create<Record<number, { followed: boolean; followers?: number }>>(() => ({}))

/** The number of followers, with the visitor's press. */
export const useFollowers = ({ id, followersCount }: Followable) =>
  useFollows((follows) => follows[id]?.followers) ?? followersCount
