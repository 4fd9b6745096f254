// Follows an upload: by server-sent events where the browser has them and they arrive, else by
// asking every second. Everything shown comes from the server, so closing the page loses nothing.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { serverUrl } from '@/api/config'
import { uploadsKey, type UploadStatus, uploadStatusQuery, withEvent } from '@/api/uploads'
import { isMoving } from '@/lib/uploads'
import { useStableCallback } from '@/lib/useStableCallback'

const POLL_MS = 1_000
/** Beside a stream, in case something between us and the server holds its events back. */
const STREAM_POLL_MS = 10_000

export function useUploadStatus(id: string) {
  const client = useQueryClient()
  const options = uploadStatusQuery(id)
  const [streaming, setStreaming] = useState(false)
  const every = streaming ? STREAM_POLL_MS : POLL_MS
  const query = useQuery({
    ...options,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? every : false),
  })
  const status = query.data

  const keep = (next: UploadStatus | null) => {
    if (next) client.setQueryData(options.queryKey, next)
  }
  const onEvent = useEffectEvent((text: string) => {
    const known = client.getQueryData(options.queryKey)
    const next = known ? withEvent(known, text) : null
    keep(next)
    // Events do not say everything: why the work ended, for one.
    if (next && next.status !== known?.status) void query.refetch()
  })
  // Every answer has another address of the stream; only the first one is opened.
  const address = useEffectEvent(() => status?.events_url ?? null)
  const wanted = status !== undefined && isMoving(status)

  useEffect(() => {
    const url = wanted && 'EventSource' in window ? address() : null
    if (url === null) return undefined
    const source = new EventSource(serverUrl(url))
    source.addEventListener('open', () => setStreaming(true))
    source.addEventListener('message', ({ data }: MessageEvent<unknown>) => onEvent(String(data)))
    // Its ticket may have run out, or the server restarts: asking goes on instead.
    source.addEventListener('error', () => {
      source.close()
      setStreaming(false)
    })
    return () => {
      source.close()
      setStreaming(false)
    }
  }, [wanted])

  /** A step was taken, and this status follows. */
  const moveTo = useStableCallback(async (next: string) => {
    if (status) keep({ ...status, status: next })
    await client.invalidateQueries({ queryKey: options.queryKey })
    void client.invalidateQueries({ queryKey: [...uploadsKey, 'list'], refetchType: 'none' })
  })

  return {
    status,
    /** The first answer did not come. */
    error: status ? null : query.error,
    /** A later one did not. */
    lost: status !== undefined && query.isError,
    retry: () => void query.refetch(),
    moveTo,
  }
}
