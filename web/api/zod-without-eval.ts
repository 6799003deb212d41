import { config } from 'zod'

// Compiled checks need `eval`, which the content policy refuses; even the question is reported. Import this before any schema.
config({ jitless: true })
