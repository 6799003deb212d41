import { z } from 'zod'

/** The last day of something, by UTC. It ends with that day. */
export const lastDay = z.iso.date('Choose a day.').describe('The last day, by UTC')
