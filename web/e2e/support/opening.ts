// How a page is reached, and what is opened on it: the words of which the lists of pages are made.
import type { Page } from '@playwright/test'

import { expectPage } from './screen'
import { type Server } from './server'
import { expect, type Owner, type VisitOptions } from './test'

export interface Tools {
  visit: (options?: VisitOptions) => Promise<Page>
  owner: Owner
  server: Server
  newServer: () => Promise<Server>
  allow: (...errors: RegExp[]) => void
}

export type Open = (tools: Tools, look: VisitOptions) => Promise<Page>

/** A page for signed-in owners. */
export function owners(at: string, heading: string | RegExp): Open {
  return async ({ visit, owner }, look) => {
    const page = await visit({ ...look, as: owner, at })
    await expectPage(page, heading)
    return page
  }
}

export function signedOut(at: string, heading: string): Open {
  return async ({ visit }, look) => {
    const page = await visit({ ...look, at })
    await expectPage(page, heading)
    return page
  }
}

/** A page, and then something opened on it. */
export function following(open: Open, step: (page: Page) => Promise<void>): Open {
  return async (tools, look) => {
    const page = await open(tools, look)
    await step(page)
    return page
  }
}

export function opening(open: Open, button: string | RegExp, dialog: string): Open {
  return following(open, async (page) => {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
  })
}

export function pressing(open: Open, key: string, dialog: string): Open {
  return following(open, async (page) => {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
  })
}
