// The editor of a saved package; the id 'new' creates one (owner).
import { createFileRoute } from '@tanstack/react-router'

import { SavedPackagePage } from '@/features/saved-packages/SavedPackagePage'

export const Route = createFileRoute('/_app/saved-packages/$id')({
  staticData: { title: 'Saved Package', page: '/saved-packages' },
  component: SavedPackagePage,
})
