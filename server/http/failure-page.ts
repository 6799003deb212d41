import { createHash } from 'node:crypto'

// The page must work while nothing else does: it needs no other file, and its colors are those of the shop.
const STYLE = `html{color-scheme:dark;background:oklch(.17 .022 268);color:oklch(.965 .012 90);font:16px/1.5 "Hanken Grotesk",system-ui,sans-serif}
body{box-sizing:border-box;min-height:100vh;max-width:720px;margin:0 auto;padding:32px 16px;display:flex;align-items:center}
svg{width:64px;height:64px}
h1{font:900 clamp(56px,14vw,104px)/.84 "Big Shoulders Display",Impact,"Arial Narrow",sans-serif;text-transform:uppercase;margin:28px 0 16px}
p{margin:0 0 24px;color:oklch(.8 .014 90)}
a{display:inline-block;padding:11px 20px;margin:0 12px 12px 0;border-radius:6px;font-weight:700;text-decoration:none;color:oklch(.965 .012 90);box-shadow:inset 0 0 0 1px oklch(.58 .026 268)}
a:first-child{background:oklch(.955 .018 92);color:oklch(.17 .022 268);box-shadow:none}
a:focus-visible{outline:2px solid oklch(.965 .012 90);outline-offset:2px}`

const MARK =
  '<svg viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="12" fill="#171b27"/><path d="M8 20h17c9 0 7 24 16 24h15" fill="none" stroke="#f6f3ea" stroke-width="11"/></svg>'

export const FAILURE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

type Words = { title: string; text: string }

function wordsFor(status: number, message: string): Words {
  if (status === 503)
    return { title: 'Back in a moment', text: 'Slide is catching its breath. Try again in a few seconds.' }
  if (status < 500) return { title: 'That did not work', text: message }
  return { title: 'That did not work', text: 'This page could not be made. Try again in a moment.' }
}

/** The page for a page that failed. An empty address asks for the same page again. */
export function failurePage(status: number, message: string) {
  const { title, text } = wordsFor(status, message)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Slide</title>
<meta name="robots" content="noindex">
<style>${STYLE}</style>
</head>
<body><main>${MARK}<h1>${title}</h1><p>${escaped(text)}</p><p><a href="">Try again</a><a href="/">Back to Home</a></p></main></body>
</html>`
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
