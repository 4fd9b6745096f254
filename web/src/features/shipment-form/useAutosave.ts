// Saves the form as a draft a moment after the last change, once something was entered. Saves never
// overlap: 'Get Rates' waits for a draft that is on its way, or there would be two shipments.
// A draft that cannot be saved is no reason to interrupt; the next change tries again.
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { saveShipment } from '@/features/shipping/api'
import type { ShipmentInput, ShipmentReply } from '@/features/shipping/wire'
import { useStableCallback } from '@/lib/useStableCallback'

import type { ShipmentValues } from './shipmentValues'

const AUTOSAVE_MS = 1_000

export type SaveState = 'untouched' | 'changed' | 'saving' | 'saved' | 'failed'

interface AutosaveOptions {
  form: UseFormReturn<ShipmentValues>
  /** Null: not created yet. */
  id: string | null
  toWire: (values: ShipmentValues) => ShipmentInput
  /** Something was saved; `created` for the first time. */
  onSaved: (reply: ShipmentReply, created: boolean) => void
}

export function useAutosave({ form, id, toWire, onSaved }: AutosaveOptions) {
  const [state, setState] = useState<SaveState>('untouched')
  const current = useRef(id)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const inFlight = useRef<Promise<unknown>>(Promise.resolve())
  /** What the server has, as text. */
  const known = useRef('')
  const submitting = useRef(false)

  const asText = () => JSON.stringify(toWire(form.getValues()))

  const send = async (draft: boolean): Promise<ShipmentReply> => {
    const text = asText()
    const reply = await saveShipment(toWire(form.getValues()), { id: current.current, draft })
    known.current = text
    const created = current.current === null
    current.current = reply.shipment.id
    onSaved(reply, created)
    return reply
  }

  const saveDraft = useStableCallback(async () => {
    if (submitting.current || asText() === known.current) return
    setState('saving')
    try {
      await send(true)
      setState(asText() === known.current ? 'saved' : 'changed')
    } catch {
      setState('failed')
    }
  })

  const onChange = useStableCallback(() => {
    clearTimeout(timer.current)
    if (submitting.current) return
    if (asText() === known.current) {
      // Changed back before it was saved.
      const settled = current.current === null ? 'untouched' : 'saved'
      setState((old) => (old === 'changed' || old === 'failed' ? settled : old))
      return
    }
    setState((old) => (old === 'saving' ? old : 'changed'))
    timer.current = setTimeout(() => {
      inFlight.current = inFlight.current.then(saveDraft)
    }, AUTOSAVE_MS)
  })

  /** Saves what is unsaved without waiting for its time. True when nothing is left. */
  const flush = useStableCallback(async () => {
    clearTimeout(timer.current)
    inFlight.current = inFlight.current.then(saveDraft)
    await inFlight.current
    return asText() === known.current
  })

  /** What stands in the form now is where it starts from: filled in by us, not by the user. */
  const rebase = useStableCallback(() => {
    known.current = asText()
  })

  useEffect(() => {
    rebase()
    const stop = form.subscribe({ formState: { values: true }, callback: onChange })
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [form, onChange, rebase])

  /** Saves, checks and rates: what 'Get Rates' does. */
  const submit = useStableCallback(async (): Promise<ShipmentReply> => {
    clearTimeout(timer.current)
    submitting.current = true
    try {
      await inFlight.current
      const reply = await send(false)
      setState('saved')
      return reply
    } finally {
      submitting.current = false
      // What was refused is still kept as a draft.
      onChange()
    }
  })

  const isSubmitting = useStableCallback(() => submitting.current)

  return { state, submit, flush, rebase, isSubmitting }
}
