// Takes files that are dropped on an element. Dropping is for the mouse only, so the element stays
// what it is for everybody else: the button inside it does the same.
import { useEffect, useEffectEvent, useRef, useState } from 'react'

export function useFileDrop<E extends HTMLElement>(onFile: (file: File) => void) {
  const element = useRef<E>(null)
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFile)

  useEffect(() => {
    const target = element.current
    if (!target) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const onDragOver = (event: DragEvent) => {
      // Without this the browser would open the file instead.
      event.preventDefault()
      setOver(true)
    }
    const onDrop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file) take(file)
    }
    target.addEventListener('dragover', onDragOver, { signal })
    target.addEventListener('dragleave', () => setOver(false), { signal })
    target.addEventListener('drop', onDrop, { signal })
    return () => controller.abort()
  }, [])

  return { element, over }
}
