import { Heart, Ellipsis, Search } from '#web/ui/icons.ts'
import { useState } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx'
import { RangeSlider } from '#web/ui/range-slider.tsx'
import { Select } from '#web/ui/select.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { Piece, Section } from './section.tsx'

const looks = ['paper', 'rail', 'ghost'] as const

export function Buttons() {
  const [liked, setLiked] = useState(false)
  return (
    <Section title="Buttons">
      {looks.map((look) => (
        <Piece key={look} name={`Button, ${look}`}>
          <Button look={look}>
            <Icon of={Search} size={20} className="stroke-[2.4]" />
            Search
          </Button>
          <Button look={look} size={36} className="num">
            <span className="sr-only">Buy Stairwell Sermon for </span>$34.95
          </Button>
          <Button look={look} loading>
            Saving
          </Button>
          <Button look={look} disabled>
            Disabled
          </Button>
          <a href="#link" className={buttonClass({ look, size: 36 })}>
            A link
          </a>
        </Piece>
      ))}
      <Piece name="Icon button: plain, toggle, disabled">
        <IconButton label="More">
          <Icon of={Ellipsis} size={20} />
        </IconButton>
        <IconButton label="Like" aria-pressed={liked} onClick={() => setLiked(!liked)}>
          <Icon of={Heart} size={18} className={liked ? 'fill-current' : undefined} />
        </IconButton>
        <IconButton label="Search" disabled>
          <Icon of={Search} size={20} />
        </IconButton>
      </Piece>
      <Piece name="Play button: 44, 56, 64; paused, playing, loading">
        {([44, 56, 64] as const).map((size) =>
          (['paused', 'playing', 'loading'] as const).map((state) => (
            <PlayButton key={size + state} name={`sample ${size}`} size={size} state={state} />
          )),
        )}
      </Piece>
    </Section>
  )
}

export function Fields() {
  const [bio, setBio] = useState('Making drill since before it had a name.')
  return (
    <Section title="Fields">
      <div className="grid gap-6 md:grid-cols-3">
        <Field label="Title" hint="As it stands on the cover.">
          {(control) => <Input {...control} defaultValue="Stairwell Sermon" />}
        </Field>
        <Field label="BPM" error="Between 60 and 200.">
          {(control) => <Input {...control} inputMode="numeric" defaultValue="420" />}
        </Field>
        <Field label="Instagram" optional>
          {(control) => <Input {...control} placeholder="@name" />}
        </Field>
        <Field label="Password" hint="At least 10 characters.">
          {(control) => <PasswordInput {...control} autoComplete="new-password" defaultValue="slide-demo-140" />}
        </Field>
        <Field label="Key">
          {(control) => (
            <Select {...control} defaultValue="F♯m">
              <option>Am</option>
              <option>F♯m</option>
            </Select>
          )}
        </Field>
        <Field label="Price" hint="Set by your plan.">
          {(control) => <Input {...control} disabled defaultValue="$34.95" />}
        </Field>
        <Field label="About you" className="md:col-span-2">
          {(control) => (
            <Textarea {...control} maxLength={160} value={bio} onChange={(event) => setBio(event.target.value)} />
          )}
        </Field>
      </div>
      <Piece name="Input: 40, 48, 52">
        <Input size={40} aria-label="Search, 40" placeholder="Search beats, packs, kits…" className="max-w-80" />
        <Input size={48} aria-label="Search, 48" placeholder="Search beats, packs, kits…" className="max-w-80" />
        <Input size={52} aria-label="Search, 52" placeholder="Search beats, packs, kits…" className="max-w-80" />
      </Piece>
    </Section>
  )
}

const licenses = [
  { id: 'mp3', title: 'MP3 Lease', price: '$24.95', files: ['MP3'], limits: ['2,500 copies', '50,000 streams'] },
  {
    id: 'wav',
    title: 'WAV Lease',
    price: '$34.95',
    files: ['MP3', 'WAV'],
    limits: ['7,500 copies', '100,000 streams'],
  },
  {
    id: 'premium',
    title: 'Premium',
    note: 'WAV + Stems',
    price: '$79.95',
    files: ['WAV', 'STEMS'],
    limits: ['500,000 copies'],
  },
  {
    id: 'exclusive',
    title: 'Exclusive Rights',
    price: '$499.00',
    files: ['PROJECT'],
    limits: ['Beat leaves the store'],
    sold: true,
  },
]

export function Choices() {
  const [license, setLicense] = useState('wav')
  const [chips, setChips] = useState(['UK'])
  const [volume, setVolume] = useState(70)
  const [tempo, setTempo] = useState<readonly [number, number]>([120, 160])
  const toggle = (chip: string) =>
    setChips(chips.includes(chip) ? chips.filter((other) => other !== chip) : [...chips, chip])
  return (
    <Section title="Choices">
      <Piece name="Checkbox: off, on, some, disabled">
        <Checkbox>Free download</Checkbox>
        <Checkbox defaultChecked>Tagged preview</Checkbox>
        <Checkbox indeterminate>All files</Checkbox>
        <Checkbox disabled>Sold</Checkbox>
        <Checkbox disabled defaultChecked>
          Always
        </Checkbox>
      </Piece>
      <Piece name="Switch: off, on, disabled">
        <Switch>Messages</Switch>
        <Switch defaultChecked>Sales by mail</Switch>
        <Switch disabled>Private</Switch>
      </Piece>
      <Piece name="Chip">
        {['UK', 'NY', 'Chicago', 'Dutch'].map((chip) => (
          <Chip key={chip} pressed={chips.includes(chip)} onPress={() => toggle(chip)}>
            {chip}
          </Chip>
        ))}
        <Chip pressed={false} disabled>
          French
        </Chip>
      </Piece>
      <div>
        <h3 className="mb-3 text-[13px] text-dim">Radio cards</h3>
        <RadioCards label="License" className="@xl:grid-cols-2 @4xl:grid-cols-4">
          {licenses.map(({ id, title, note, price, files, limits, sold }) => (
            <RadioCard
              key={id}
              name="license"
              value={id}
              title={title}
              note={note}
              figure={price}
              checked={license === id}
              disabled={sold}
              onChange={() => setLicense(id)}
            >
              <span className="mt-2 flex flex-wrap gap-1 @xl:mt-3">
                {files.map((file) => (
                  <Tag key={file} className="font-bold">
                    {file}
                  </Tag>
                ))}
              </span>
              <span className="num mt-3 grid gap-1 text-sm text-soft @max-xl:hidden">
                {limits.map((limit) => (
                  <span key={limit}>{limit}</span>
                ))}
              </span>
            </RadioCard>
          ))}
        </RadioCards>
      </div>
      <div className="grid max-w-2xl gap-8 md:grid-cols-2">
        <RangeSlider
          label="BPM"
          min={60}
          max={200}
          value={tempo}
          onChange={setTempo}
          format={(value) => `${value} BPM`}
        />
        <Slider label="Volume" value={volume} onChange={setVolume} format={(value) => `${value} %`} />
        <Slider label="Disabled" value={30} onChange={setVolume} disabled />
      </div>
    </Section>
  )
}
