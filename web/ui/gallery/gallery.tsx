import { Buttons, Choices, Fields } from './controls.tsx'
import { Items, Marks, Waves } from './items.tsx'
import { Lists, Waiting } from './lists.tsx'
import { Overlays } from './overlays.tsx'

export type GalleryProps = {
  /** Folders of covers to show; without them drawn stand-ins. */
  covers?: readonly string[]
}

/** Every piece in every state, for development. */
export default function Gallery({ covers = [] }: GalleryProps) {
  return (
    <div className="wrap pb-16">
      <h1 className="disp pt-10 text-[88px]">Kit</h1>
      <Items covers={covers} />
      <Waves />
      <Marks />
      <Buttons />
      <Fields />
      <Choices />
      <Lists />
      <Waiting />
      <Overlays />
    </div>
  )
}
