import { LINE_COLORS } from '#server/art/lines.ts'
import { oklch } from '#server/art/color.ts'
import { LOGO_PATH } from './logo.ts'
import type { Addressed, Letter } from './letter.ts'

// Each color has a light and a dark value. The light one stands inline; mail programs with a dark mode use the other.
const COLORS = {
  page: { light: '#eee9dc', dark: '#0b0f19' },
  card: { light: '#fcfaf4', dark: '#131723' },
  ink: { light: '#0f131f', dark: '#f6f3eb' },
  soft: { light: '#3e424d', dark: '#c1bdb4' },
  dim: { light: '#545862', dark: '#a29e95' },
  rule: { light: '#d8d4c7', dark: '#2f3544' },
  button: { light: '#0b0f19', dark: '#f4f0e3' },
  label: { light: '#f4f0e3', dark: '#0b0f19' },
} as const
type Name = keyof typeof COLORS

const TEXT = `font-family:'Hanken Grotesk',-apple-system,'Segoe UI',Roboto,Arial,sans-serif`
const DISPLAY = `font-family:'Big Shoulders Display',Impact,'Arial Narrow',Arial,sans-serif;font-weight:900;text-transform:uppercase`
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"'
const LINK = 'text-decoration:underline;font-weight:600'
/** The text part leaves this out: its address stands below the label. */
export const COPY_THIS = 'If the button does nothing, copy this into your browser:'
const ANYWHERE = 'overflow-wrap:anywhere;word-break:break-word'

const light = (name: Name) => COLORS[name].light
const dark = (property: string, ...names: Name[]) =>
  names.map((name) => `.${name}{${property}:${COLORS[name].dark}!important}`).join('')

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${dark('background', 'page', 'card', 'button')}${dark('color', 'ink', 'soft', 'dim', 'label')}${dark('border-color', 'rule')}}
@media (max-width:520px){.out{padding:16px 10px!important}.in{padding:22px 20px 26px!important}.title{font-size:36px!important}}`

/** Tables with inline styles, 560 wide, no script and no remote font: mail programs know little else. */
export function renderHtml(letter: Addressed) {
  const { subject, title, blocks, origin, lines } = letter
  const rows = [logo(origin), heading(title), ...blocks.map((block) => rowOf(block, origin))].join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:${light('page')}">
<table ${TABLE} class="page" style="background:${light('page')};${TEXT};font-size:16px;line-height:24px"><tr><td class="out" align="center" style="padding:28px 20px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="560" class="card" style="width:100%;max-width:560px;background:${light('card')};border-radius:10px;overflow:hidden;text-align:left"><tr><td>${strip(lines)}</td></tr>
<tr><td class="in" style="padding:26px 32px 32px"><table ${TABLE}>${rows}</table></td></tr></table>
${footer(letter)}
</td></tr></table></body></html>`
}

const strip = (lines: Letter['lines']) =>
  `<table ${TABLE}><tr>${lines
    .map((line) => {
      const { lightness, chroma, hue } = LINE_COLORS[line]
      return `<td style="height:6px;line-height:6px;font-size:0;background:${oklch(lightness, chroma, hue)}">&nbsp;</td>`
    })
    .join('')}</tr></table>`

const logo = (origin: string) =>
  row(
    `<img src="${escape(origin + LOGO_PATH)}" width="32" height="32" alt="" style="display:inline-block;width:32px;height:32px;vertical-align:middle;border:0"> <span class="ink" style="${DISPLAY};font-size:28px;line-height:32px;vertical-align:middle;color:${light('ink')}">Slide</span>`,
    'padding-bottom:28px',
  )

const heading = (title: string) =>
  row(
    `<h1 class="ink title" style="margin:0;${DISPLAY};font-size:44px;line-height:.95;color:${light('ink')};${ANYWHERE}">${escape(title)}</h1>`,
    'padding-bottom:14px',
  )

function rowOf(block: Letter['blocks'][number], origin: string) {
  switch (block.type) {
    case 'words':
      return colored('soft', escape(block.text), `padding-bottom:24px;${ANYWHERE}`)
    case 'quote':
      return colored('ink', escape(block.text).replaceAll('\n', '<br>'), `padding-bottom:24px;${ANYWHERE}`)
    case 'note':
      return colored(
        'dim',
        escape(block.text),
        `border-top:1px solid ${light('rule')};padding-top:16px;font-size:14px;line-height:22px`,
      )
    case 'button':
      return row(
        `<a href="${escape(origin + block.path)}" class="button label" style="display:block;padding:15px 20px;border-radius:6px;background:${light('button')};color:${light('label')};font-weight:700;font-size:16px;line-height:20px;text-align:center;text-decoration:none">${escape(block.label)}</a>`,
        'padding-bottom:18px',
      )
    case 'validity': {
      const address = escape(origin + block.path)
      return colored(
        'soft',
        `${escape(block.text)} ${COPY_THIS}<br><a href="${address}" class="ink" style="color:${light('ink')};text-decoration:underline;${ANYWHERE}">${address}</a>`,
        'padding-bottom:18px;font-size:14px;line-height:22px',
      )
    }
  }
}

function footer({ footer, unsubscribe: way }: Addressed) {
  const unsubscribe = way
    ? `<br><a href="${escape(way.url)}" class="ink" style="color:${light('ink')};${LINK}">${escape(way.label)}</a>`
    : ''
  return `<p class="dim" style="max-width:560px;margin:18px auto 0;text-align:left;font-size:13px;line-height:20px;color:${light('dim')}">${escape(footer)}${unsubscribe}</p>`
}

const row = (html: string, style: string) => `<tr><td style="${style}">${html}</td></tr>`

const colored = (name: Name, html: string, style: string) =>
  `<tr><td class="${name} rule" style="${style};color:${light(name)}">${html}</td></tr>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
