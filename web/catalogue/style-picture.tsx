import { coverFolder } from '#web/items/cover-folder.ts'

type Props = { src: string; sizes: string; isLazy?: boolean; className: string }

export const StylePicture = ({ src, sizes, isLazy = false, className }: Props) => (
  <img
    loading={isLazy ? 'lazy' : undefined}
    decoding={isLazy ? 'async' : undefined}
    src={src}
    srcSet={`${coverFolder(src)}/280.webp 280w, ${src} 560w`}
    sizes={sizes}
    alt=""
    width="280"
    height="350"
    className={className}
  />
)
