import { pdfNumber, pdfText, type PdfFile, type Ref } from './pdf-file.ts'

type TagName =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'P'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Link'

type Part = Tag | { page: Ref; content: number } | { page: Ref; annotation: Ref }
type More = { alt?: string; box?: readonly [number, number, number, number] }

/** Part of the document's structure, in the order of reading. */
export type Tag = {
  name: TagName
  parts: Part[]
  ref: Ref
  more: More
  /** Adds a part behind the others. */
  add: (name: TagName, more?: More) => Tag
}

/** The structure that screen readers follow. */
export function createTags(file: PdfFile) {
  const root = file.reserve()
  const byContent = new Map<Ref, Ref[]>()
  const byAnnotation: Ref[] = []

  const tag = (name: TagName, more: More = {}): Tag => {
    const self: Tag = {
      name,
      parts: [],
      ref: file.reserve(),
      more,
      add(part, of) {
        const added = tag(part, of)
        self.parts.push(added)
        return added
      },
    }
    return self
  }
  const top = tag('Document')

  function write({ name, parts, ref, more }: Tag, parent: Ref): Ref {
    const kids = parts.map((part) => {
      if ('name' in part) return write(part, ref)
      if ('annotation' in part) return `<< /Type /OBJR /Pg ${part.page} /Obj ${part.annotation} >>`
      return `<< /Type /MCR /Pg ${part.page} /MCID ${part.content} >>`
    })
    const entries = [
      `/Type /StructElem /S /${name} /P ${parent} /K [${kids.join(' ')}]`,
      more.alt && `/Alt ${pdfText(more.alt)}`,
      more.box && `/A << /O /Layout /BBox [${more.box.map(pdfNumber).join(' ')}] >>`,
      name === 'TH' && '/A << /O /Table /Scope /Column >>',
    ].filter((entry) => typeof entry === 'string')
    return file.fill(ref, `<< ${entries.join(' ')} >>`)
  }

  return {
    top,
    /** The number of a new piece of content on a page, which belongs to the tag. */
    content(owner: Tag, page: Ref) {
      const owners = byContent.get(page) ?? []
      byContent.set(page, owners)
      owner.parts.push({ page, content: owners.length })
      return owners.push(owner.ref) - 1
    },
    /** The number under which an annotation finds its tag, counted behind the pages. */
    annotation(owner: Tag, page: Ref, annotation: Ref) {
      owner.parts.push({ page, annotation })
      return FIRST_ANNOTATION + byAnnotation.push(owner.ref) - 1
    },
    finish(pages: Ref[]): Ref {
      const ofPages = pages.map((page, index) => `${index} [${(byContent.get(page) ?? []).join(' ')}]`)
      const ofAnnotations = byAnnotation.map((ref, index) => `${FIRST_ANNOTATION + index} ${ref}`)
      const tree = file.add(`<< /Nums [${[...ofPages, ...ofAnnotations].join(' ')}] >>`)
      return file.fill(root, `<< /Type /StructTreeRoot /K [${write(top, root)}] /ParentTree ${tree} >>`)
    },
  }
}

/** Pages have the lower numbers. */
const FIRST_ANNOTATION = 10_000
