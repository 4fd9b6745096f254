// Going to a page from outside the router: dialogs are drawn beside it. The shell says how; before
// it stands (and in tests of single components) the browser itself goes.

type Go = (href: string) => void

const byBrowser: Go = (href) => window.location.assign(href)
let go = byBrowser

/** The returned function takes it back. */
export function setGoTo(how: Go): () => void {
  go = how
  return () => {
    go = byBrowser
  }
}

export function goTo(href: string): void {
  go(href)
}
