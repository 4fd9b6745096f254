// What the palette and the keys can do in the shell: go to every page of the user's menu (G and
// then a letter), and the switches and actions of the sidebar. Pure; ShellCommands registers it.
import type { Command } from '@/components/ui/commands/registry'

import type { MenuAction, MenuGroup, MenuItem } from './menu'

/** The letter after G, by page. Letters are not used twice; a test sees to it. */
export const GO_KEYS: Readonly<Record<string, string>> = {
  '/shipments': 's',
  '/shipment-drafts': 'd',
  '/shop-orders': 'o',
  '/analytics': 'a',
  '/scan-forms': 'm',
  '/reports': 'r',
  '/scheduled-reports': 'e',
  '/invoices': 'i',
  '/balance': 'b',
  '/payment-methods': 'y',
  '/webhooks': 'w',
  '/apikey': 'k',
  '/tracking-page': 't',
  '/carrier-accounts': 'c',
  '/shop-connections': 'h',
  '/automations': 'u',
  '/search-presets': 'f',
  '/permissions': 'p',
  '/saved-packages': 'g',
  '/locations': 'l',
  '/activity': 'v',
  '/sessions': 'n',
  '/jobs': 'j',
}

interface CommandTargets {
  goTo: (path: string) => void
  openExternal: (href: string) => void
  act: (action: MenuAction) => void
}

function commandFor(item: MenuItem, group: string, targets: CommandTargets): Command {
  if (item.kind === 'external') {
    return { label: item.label, group: 'Help', run: () => targets.openExternal(item.href) }
  }
  if (item.kind === 'action') {
    return { label: item.label, group: 'Account', run: () => targets.act(item.action) }
  }
  const key = GO_KEYS[item.path]
  return {
    label: `Go to ${item.label}`,
    group: 'Navigation',
    keywords: [group],
    run: () => targets.goTo(item.path),
    ...(key ? { keys: `g ${key}` } : {}),
  }
}

export function menuCommands(menu: readonly MenuGroup[], targets: CommandTargets): Command[] {
  return menu.flatMap((group) => group.items.map((item) => commandFor(item, group.label, targets)))
}
