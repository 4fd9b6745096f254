// Every page and state that a person can look at, and how to get there: axe visits them all, and
// the screenshots show them all. A new screen belongs here.
import type { Page } from '@playwright/test'

import { expectPage, openGroup } from './screen'
import { type Server } from './server'
import { expect, type Owner, type VisitOptions } from './test'
import { ratedDraft, uploadAt } from './uploads'

interface Tools {
  visit: (options?: VisitOptions) => Promise<Page>
  owner: Owner
  server: Server
  newServer: () => Promise<Server>
  allow: (...errors: RegExp[]) => void
}

type Open = (tools: Tools, look: VisitOptions) => Promise<Page>

/** A page for signed-in owners. */
function owners(at: string, heading: string | RegExp): Open {
  return async ({ visit, owner }, look) => {
    const page = await visit({ ...look, as: owner, at })
    await expectPage(page, heading)
    return page
  }
}

function signedOut(at: string, heading: string): Open {
  return async ({ visit }, look) => {
    const page = await visit({ ...look, at })
    await expectPage(page, heading)
    return page
  }
}

async function addPeople({ server, owner }: Tools): Promise<void> {
  const api = server.api(owner.key)
  await api.addPerson('Maya Torres', ['shipment_reporting', 'scan_forms'])
  await api.addPerson('Owen Clarke', ['billing_reporting', 'billing_settings'])
  await api.toggleState(await api.addPerson('Sam Whitfield', ['add_locations']))
}

const permissions: Open = async (tools, look) => {
  await addPeople(tools)
  const page = await tools.visit({ ...look, as: tools.owner, at: '/permissions' })
  await expect(page.getByRole('row', { name: /Sam Whitfield/ })).toBeVisible()
  return page
}

const apiKeys: Open = async ({ visit, owner, server }, look) => {
  await server.api(owner.key).addApiKey('Warehouse scanner')
  await server.api(owner.key).addApiKey('Storefront')
  const page = await visit({ ...look, as: owner, at: '/apikey' })
  await expect(page.getByRole('row', { name: /Storefront/ })).toBeVisible()
  return page
}

const activity: Open = async (tools, look) => {
  await addPeople(tools)
  const page = await tools.visit({ ...look, as: tools.owner, at: '/activity' })
  await expect(page.getByRole('row', { name: /Added the user Maya/ })).toBeVisible()
  return page
}

/** A page, and then something opened on it. */
function then(open: Open, step: (page: Page) => Promise<void>): Open {
  return async (tools, look) => {
    const page = await open(tools, look)
    await step(page)
    return page
  }
}

function opening(open: Open, button: string, dialog: string): Open {
  return then(open, async (page) => {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
  })
}

function pressing(open: Open, key: string, dialog: string): Open {
  return then(open, async (page) => {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
  })
}

/** The wizard at this status, with a good row and a bad one; nobody has money to buy with. */
function wizard(status: Parameters<typeof uploadAt>[1], ready: string): Open {
  return async ({ visit, owner, server }, look) => {
    const rows = [{ name: 'Bo Diaz' }, { name: 'No Place', street: '', zip: '' }]
    const id = await uploadAt(server.api(owner.key), status, ...rows)
    const page = await visit({ ...look, as: owner, at: `/shipment-upload/${id}` })
    await expect(page.getByRole('button', { name: ready })).toBeVisible()
    return page
  }
}

const uploads: Open = async ({ visit, owner, server }, look) => {
  await uploadAt(server.api(owner.key), 'rated', { name: 'Bo Diaz' })
  const page = await visit({ ...look, as: owner, at: '/shipment-uploads' })
  await expect(page.getByRole('link', { name: 'Rate Shop orders.csv' })).toBeVisible()
  return page
}

const job: Open = async ({ visit, owner, server }, look) => {
  await uploadAt(server.api(owner.key), 'purchased', { name: 'Bo Diaz' })
  const page = await visit({ ...look, as: owner, at: '/jobs' })
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('table', { name: 'Outcome per row' })).toBeVisible()
  return page
}

const buyLabels: Open = async ({ visit, owner, server }, look) => {
  await ratedDraft(server.api(owner.key), 'Bo Diaz')
  const page = await visit({ ...look, as: owner, at: '/shipments/buy-labels' })
  await expect(page.getByRole('checkbox', { name: 'Select Bo Diaz' })).toBeVisible()
  return page
}

const welcome = owners('/welcome', /^Welcome/)
const shipments = owners('/shipments', 'Shipments')
const carrierAccounts = owners('/carrier-accounts', 'Carrier Accounts')
const locations = owners('/locations', 'Locations')
const mappings = owners('/shipment-upload-mappings', 'Shipment Upload Mappings')

export const PAGES: Readonly<Record<string, Open>> = {
  'sign in': signedOut('/', 'Sign in'),
  'sign in refused': async (tools, look) => {
    tools.allow(/status of 401 /)
    const page = await tools.visit(look)
    await page.getByRole('textbox', { name: 'Email' }).fill('somebody@shop.example')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('should be at least 8 characters')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    return page
  },
  'sign-in link expired': signedOut('/?link=expired', 'Sign in'),
  'forgot password': signedOut('/forgot-password?email=ada@shop.example', 'Forgot password'),
  'set password': signedOut('/set-password#token', 'Set a new password'),
  'set password, stale': signedOut('/set-password', 'This link cannot be used'),
  'set-up': async ({ visit, newServer }, look) => {
    const page = await visit({ ...look, server: await newServer() })
    await expectPage(page, 'Welcome to Waybill')
    await page.getByRole('button', { name: 'Create account and sign in' }).click()
    await expect(page.getByText('Please accept the terms to go on')).toBeVisible()
    return page
  },
  'terms gate': async ({ visit, server }, look) => {
    const account = await server.account({ askTerms: true })
    const page = await visit({ ...look, as: await server.api().signIn(account) })
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
    return page
  },
  welcome,
  'welcome, test data': async ({ visit, owner, server }, look) => {
    const key = await server.api(undefined, '/test').signIn(owner)
    const page = await visit({ ...look, as: key, at: '/welcome', stored: { server: 'beta' } })
    await expect(page.getByRole('complementary', { name: 'Test mode' })).toBeVisible()
    await expectPage(page, /^Welcome/)
    return page
  },
  'welcome, sub-user': async ({ visit, owner, server }, look) => {
    const person = await server.api(owner.key).addPerson('Maya Torres', ['api_keys'])
    const page = await visit({ ...look, as: await server.api().signIn(person) })
    await expectPage(page, 'Welcome, Maya Torres')
    return page
  },
  shipments,
  'shipments, nothing chosen': opening(shipments, 'Compile', 'Failure'),
  'shipments, report': opening(shipments, 'Export report', 'Export report'),
  'label defaults': opening(shipments, 'Label defaults', 'Configure Label Defaults'),
  'shipment drafts': owners('/shipment-drafts', 'Shipment Drafts'),
  'shipment uploads': uploads,
  'shipment uploads, none': owners('/shipment-uploads', 'Shipment Uploads'),
  'upload, mapping': wizard('initialized', 'Confirm Mapping'),
  'upload, import': wizard('mapped', 'Get Rates'),
  'upload, rates': wizard('rated', 'Purchase Labels'),
  'upload, labels': wizard('purchased', 'Retry failed'),
  'upload mappings': mappings,
  'new mapping': opening(mappings, 'New Mapping', 'New Mapping'),
  'buy labels': buyLabels,
  jobs: owners('/jobs', 'Jobs'),
  job,
  'carrier accounts': carrierAccounts,
  'new carrier account': opening(
    carrierAccounts,
    'Create new Carrier Account',
    'Create new Carrier Account',
  ),
  locations,
  'new warehouse': opening(locations, 'Add New Warehouse', 'Add New Warehouse'),
  permissions,
  'permissions, nobody': owners('/permissions', 'Permissions'),
  'add user': then(opening(permissions, 'Add User', 'Add User'), async (page) => {
    const form = page.getByRole('dialog', { name: 'Add User' })
    await form.getByRole('button', { name: 'Add User' }).click()
    await expect(form.getByText("can't be blank").first()).toBeVisible()
  }),
  'delete user': opening(permissions, 'Delete Maya Torres', 'Delete user'),
  'api keys': apiKeys,
  'api keys, none': owners('/apikey', 'API Key'),
  'new api key': then(opening(apiKeys, 'Create New API Key', 'Add API Key'), async (page) => {
    await page.getByRole('textbox', { name: 'Description' }).fill('Returns desk')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Your new API key' })).toBeVisible()
  }),
  sessions: async ({ visit, owner, server }, look) => {
    await server.api().signIn(owner)
    const page = await visit({ ...look, as: owner, at: '/sessions' })
    await expect(page.getByText('This device')).toBeVisible()
    return page
  },
  activity,
  'activity, dates': then(activity, async (page) => {
    await page.getByRole('button', { name: 'Date', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Date' }).getByText('Last 7 days')).toBeVisible()
    await expect(
      page.getByRole('dialog', { name: 'Date' }).getByRole('table').first(),
    ).toBeVisible()
  }),
  'activity, actions': then(activity, async (page) => {
    await page.getByRole('button', { name: 'Action', exact: true }).click()
    await expect(page.getByRole('option', { name: 'User added' })).toBeVisible()
  }),
  'reset password': owners('/reset-password', 'Reset Password'),
  'reset password, modal': then(welcome, async (page) => {
    const burger = page.getByRole('button', { name: 'Menu' })
    if (await burger.isVisible()) await burger.click()
    await openGroup(page, 'Settings')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByRole('dialog', { name: 'Reset Password' })).toBeVisible()
  }),
  'command palette': pressing(welcome, 'Control+k', 'Command palette'),
  'shortcuts help': pressing(welcome, '?', 'Keyboard shortcuts'),
  'privacy policy': then(signedOut('/', 'Sign in'), async (page) => {
    await page.getByRole('button', { name: 'Privacy Policy' }).click()
    await expect(page.getByRole('dialog', { name: 'Privacy Policy' })).toBeVisible()
  }),
  'access denied': async ({ visit, owner, server }, look) => {
    const person = await server.api(owner.key).addPerson('Nora None')
    const key = await server.api().signIn(person)
    const page = await visit({ ...look, as: key, at: '/permissions' })
    await expectPage(page, 'Access denied')
    return page
  },
  'not found': owners('/no-such-page', 'Page not found'),
  'load failure': async ({ visit, owner, allow }, look) => {
    allow(/ERR_FAILED /, /ApiError: Something went wrong/)
    const page = await visit({ ...look, as: owner, at: null })
    await page.route('**/config.json', (route) => route.abort())
    await page.goto('/welcome')
    await expect(page.getByText('There was an error in loading this page.')).toBeVisible()
    return page
  },
}
