// Any other address: 'not found' inside the shell. Signed-out visitors are asked to sign in first.
import { createFileRoute, notFound } from '@tanstack/react-router'

import { NotFoundPage } from '@/app/shell/pages'

export const Route = createFileRoute('/_app/$')({
  staticData: { title: 'Page not found' },
  beforeLoad: () => {
    throw notFound()
  },
  notFoundComponent: NotFoundPage,
})
