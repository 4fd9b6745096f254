// The developers' gallery of building blocks, at /_ui. Compiled in only when __UI_GALLERY__ is
// true; production builds keep neither the page nor its chunk, and answer 'not found'.
import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'

import { choiceParam, dayParam, listSearch, textParam } from '@/lib/search'

const search = listSearch({
  /** Sections to show, separated by commas; all without it. */
  only: textParam,
  q: textParam,
  status: textParam,
  source: choiceParam(['all', 'internal', 'shop']),
  from: dayParam,
  to: dayParam,
})

export const Route = createFileRoute('/_ui')({
  validateSearch: search,
  beforeLoad: () => {
    if (!__UI_GALLERY__) throw notFound()
  },
  // Not left to the automatic splitting: that would emit a chunk even for the excluded page.
  codeSplitGroupings: [],
  ...(__UI_GALLERY__
    ? {
        component: lazyRouteComponent(
          () => import('@/features/ui-gallery/GalleryPage'),
          'GalleryPage',
        ),
      }
    : {}),
})
