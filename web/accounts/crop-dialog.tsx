import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { toast } from '#web/ui/toast.ts'
import { dragged, MAX_ZOOM, middle, partOf, type Size } from './crop.ts'

export type CropDialogProps = {
  title: string
  picture: ImageBitmap
  target: Size
  onCropped: (picture: Blob) => void
  onClose: () => void
}

/** Chooses the part of a picture to keep: by dragging it, or with the sliders. */
export function CropDialog({ title, picture, target, onCropped, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(middle)
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [isSaving, setSaving] = useState(false)
  const grip = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    if (!canvas) return
    const { left, top, width, height } = partOf(picture, target, crop)
    const pen = canvas.getContext('2d')
    pen?.clearRect(0, 0, canvas.width, canvas.height)
    pen?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  }, [canvas, crop, picture, target])

  function drag({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) {
    const from = grip.current
    if (!from) return
    grip.current = { x: clientX, y: clientY }
    const by = {
      x: (clientX - from.x) / currentTarget.clientWidth,
      y: (clientY - from.y) / currentTarget.clientHeight,
    }
    setCrop((now) => dragged(picture, target, now, by))
  }
  function save() {
    setSaving(true)
    canvas?.toBlob(
      (cropped) => {
        setSaving(false)
        if (cropped) onCropped(cropped)
        else toast.error('Couldn’t read that picture.')
      },
      'image/webp',
      0.9,
    )
  }
  const part = (name: 'x' | 'y', label: string) => (
    <Slider
      label={label}
      value={Math.round(crop[name] * 100)}
      onChange={(value) => setCrop({ ...crop, [name]: value / 100 })}
      format={(value) => `${value}%`}
    />
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size={target.width === target.height ? 'normal' : 'wide'}
      title={title}
      description="Drag the picture, or use the sliders."
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button look="paper" loading={isSaving} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <canvas
          ref={setCanvas}
          width={target.width}
          height={target.height}
          role="img"
          aria-label="Preview"
          className={cx(
            'mx-auto h-auto max-h-[42dvh] max-w-full cursor-move touch-none bg-step',
            target.width === target.height ? 'rounded-full' : 'rounded-md',
          )}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            grip.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={drag}
          onPointerUp={() => (grip.current = null)}
          onPointerCancel={() => (grip.current = null)}
        />
        <Slider
          label="Zoom"
          min={100}
          max={MAX_ZOOM * 100}
          value={Math.round(crop.zoom * 100)}
          onChange={(value) => setCrop({ ...crop, zoom: value / 100 })}
          format={(value) => `${value}%`}
        />
        {part('x', 'Left to right')}
        {part('y', 'Top to bottom')}
      </div>
    </Dialog>
  )
}
