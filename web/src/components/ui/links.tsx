// Router links that look like Mantine's anchors and buttons, with the router's types kept: a wrong
// address or search param is a type error. (`component={Link}` would lose them.)
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type HtmlAnchor = Omit<ComponentProps<'a'>, 'color' | 'style'>

function PlainAnchor(props: AnchorProps & HtmlAnchor) {
  return <Anchor {...props} />
}

function PlainButton(props: ButtonProps & HtmlAnchor) {
  return <Button component="a" {...props} />
}

export const AnchorLink = createLink(PlainAnchor)
export const ButtonLink = createLink(PlainButton)
