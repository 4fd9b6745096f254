// The page at /_ui: every building block in all its states, for developers and for the tests.
import { Container, Title } from '@mantine/core'

export function GalleryPage() {
  return (
    <Container size="xl" component="main" py="lg">
      <Title order={1}>Building blocks</Title>
    </Container>
  )
}
