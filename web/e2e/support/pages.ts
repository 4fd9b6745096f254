// Every page and state that a person can look at, and how to get there: axe visits them all, and
// the screenshots show them all. A new screen belongs here.
import { BULK_PAGES } from './bulkPages'
import { addDraft, addLabel } from './desk'
import { arrangeMoney } from './money'
import { following, type Open, opening, owners, pressing, signedOut, type Tools } from './opening'
import { expectPage, openGroup, row } from './screen'
import { expect } from './test'

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

const paymentMethods: Open = async ({ visit, owner, server }, look) => {
  await server.api(owner.key).addCard()
  await server.api(owner.key).addBank()
  const page = await visit({ ...look, as: owner, at: '/payment-methods' })
  await expect(page.getByText('Not verified')).toBeVisible()
  return page
}

/** A page for owners of accounts that take part in both billing programs. */
function partners(at: string, heading: string, withPayout = false): Open {
  return async ({ visit, server }, look) => {
    const account = await server.account({ externallyBilled: true, salesChannel: true })
    const key = await server.api().signIn(account)
    if (withPayout) await server.api(key).addBank('PayoutBankAccount')
    const page = await visit({ ...look, as: key, at })
    await expectPage(page, heading)
    return page
  }
}

/** An account with a card, funds, a label and its adjustment, opened at a page that lists it. */
function moneyAt(at: string): Open {
  return async ({ visit, owner, server }, look) => {
    await arrangeMoney(server.api(owner.key))
    const page = await visit({ ...look, as: owner, at })
    await expect(page.getByRole('row', { name: /Heavier than declared/ })).toBeVisible()
    return page
  }
}

// With its recharge form, which comes last: a button that moves while it is pressed is not pressed.
const balance = following(moneyAt('/balance'), async (page) => {
  await expect(page.getByRole('form', { name: 'Recharge settings' })).toBeVisible()
})
const adjustments = moneyAt('/adjustments')

const invoices: Open = async ({ visit, server }, look) => {
  const account = await server.account({ billingType: 'invoicing' })
  const page = await visit({ ...look, as: await server.api().signIn(account), at: '/invoices' })
  await expectPage(page, 'Invoices')
  await expect(page.getByText(/^Nothing is outstanding/)).toBeVisible()
  return page
}

function openingRow(open: Open, text: string | RegExp, dialog: string): Open {
  return following(open, async (page) => {
    await page.getByRole('row', { name: text }).getByText('Heavier than declared').click()
    await expect(page.getByRole('dialog', { name: dialog }).getByRole('table')).toBeVisible()
  })
}

/** A page of the shipping desk, with a parcel that is a draft or has its label. */
function desk(state: 'draft' | 'bought', path: (id: string) => string): Open {
  return async ({ visit, server }, look) => {
    const key = await server.api().signIn(await server.account({ balance: 10_000 }))
    const [api, to] = [server.api(key), 'Bo Diaz']
    const id =
      state === 'draft'
        ? (await addDraft(api, to)).id
        : await addLabel(api, { to, service: 'Priority' })
    return visit({ ...look, as: key, at: path(id) })
  }
}

const welcome = owners('/welcome', /^Welcome/)
const shipments = owners('/shipments', 'Shipments')
const carrierAccounts = owners('/carrier-accounts', 'Carrier Accounts')
const locations = owners('/locations', 'Locations')
const billingInformation = owners('/billing-information', 'Billing Information')
const refusedBilling: Open = (tools, look) => {
  tools.allow(/status of 422 /)
  return billingInformation(tools, look)
}

export const PAGES: Readonly<Record<string, Open>> = {
  ...BULK_PAGES,
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
  shipments: following(
    desk('bought', () => '/shipments'),
    (page) => expect(row(page, 'Bo Diaz')).toContainText('Priority Mail'),
  ),
  'shipments, nothing chosen': opening(shipments, 'Compile', 'Failure'),
  'shipments, report': opening(shipments, 'Export report', 'Export report'),
  'label defaults': opening(shipments, 'Label defaults', 'Configure Label Defaults'),
  'shipment drafts': following(
    desk('draft', () => '/shipment-drafts'),
    (page) => expect(row(page, 'Bo Diaz')).toContainText('12x9x4'),
  ),
  'purchase form': following(
    desk('draft', (id) => `/shipment/${id}`),
    (page) => expect(page.getByRole('region', { name: 'Live rates' })).toContainText('UPS Ground'),
  ),
  rates: following(
    desk('draft', (id) => `/shipment/${id}/rate`),
    (page) => expect(page.getByRole('img', { name: /^Route from/ })).toBeVisible(),
  ),
  'shipment summary': following(
    desk('bought', (id) => `/shipment/${id}/summary`),
    (page) => expect(page.getByRole('img', { name: 'Shipping label' })).toBeVisible(),
  ),
  'carrier accounts': carrierAccounts,
  'new carrier account': opening(
    carrierAccounts,
    'Create new Carrier Account',
    'Create new Carrier Account',
  ),
  locations,
  'new warehouse': opening(locations, 'Add New Warehouse', 'Add New Warehouse'),
  balance,
  'balance, nothing yet': following(owners('/balance', 'Balance'), async (page) => {
    await expect(page.getByText('Automatic recharge is off.')).toBeVisible()
    await expect(page.getByText('There is no data to show here!')).toBeVisible()
  }),
  'balance, read only': async (tools, look) => {
    const api = tools.server.api(tools.owner.key)
    const person = await api.addPerson('Rhea Reader', ['billing_reporting'])
    const key = await tools.server.api().signIn(person)
    const page = await tools.visit({ ...look, as: key, at: '/balance' })
    await expect(page.getByText('Automatic recharge is off.')).toBeVisible()
    return page
  },
  'add funds': opening(balance, 'Add funds', 'Add funds'),
  'add funds, no method': following(
    opening(owners('/balance', 'Balance'), 'Add funds', 'Add funds'),
    (page) =>
      expect(page.getByRole('dialog').getByText('You have no payment method yet.')).toBeVisible(),
  ),
  'recharge settings, incomplete': following(balance, async (page) => {
    const form = page.getByRole('form', { name: 'Recharge settings' })
    await form.getByLabel(/^Recharge threshold/).fill('50')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText("can't be blank").first()).toBeVisible()
  }),
  'explain this balance': following(
    opening(balance, 'Explain this balance', 'Explain this balance'),
    async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Explain this balance' })
      await expect(dialog.getByRole('list', { name: 'Postings' }).first()).toBeVisible()
    },
  ),
  'payment log': openingRow(balance, /Heavier than declared/, 'Payment Log'),
  'payment logs, export': opening(balance, 'Export CSV', 'Export CSV'),
  'submit dispute': opening(balance, 'Submit Dispute', 'Submit Dispute'),
  adjustments,
  'adjustments, none': owners('/adjustments', 'Adjustments'),
  adjustment: openingRow(adjustments, /Heavier than declared/, 'Adjustment'),
  invoices,
  'payment methods': paymentMethods,
  'payment methods, none': owners('/payment-methods', 'Payment Methods'),
  'add card': opening(paymentMethods, 'Add New Card', 'Add card'),
  'add bank account': opening(paymentMethods, 'Add New Bank Account', 'Add bank account'),
  'verify bank account': opening(paymentMethods, /^Verify/, 'Verify bank account'),
  'delete payment method': opening(paymentMethods, 'Delete Visa 4242', 'Delete payment method'),
  'billing information': billingInformation,
  'billing information, refused': following(refusedBilling, async (page) => {
    await page.getByRole('switch', { name: /same as the contact address/ }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('no address')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
  }),
  'external billing': partners('/external-billing', 'External Billing', true),
  'channel billing': partners('/channel-billing', 'Sales Channel Billing'),
  'business information': partners('/business-information', 'Business Information'),
  permissions,
  'permissions, nobody': owners('/permissions', 'Permissions'),
  'add user': following(opening(permissions, 'Add User', 'Add User'), async (page) => {
    const form = page.getByRole('dialog', { name: 'Add User' })
    await form.getByRole('button', { name: 'Add User' }).click()
    await expect(form.getByText("can't be blank").first()).toBeVisible()
  }),
  'delete user': opening(permissions, 'Delete Maya Torres', 'Delete user'),
  'api keys': apiKeys,
  'api keys, none': owners('/apikey', 'API Key'),
  'new api key': following(opening(apiKeys, 'Create New API Key', 'Add API Key'), async (page) => {
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
  'activity, dates': following(activity, async (page) => {
    await page.getByRole('button', { name: 'Date', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Date' }).getByText('Last 7 days')).toBeVisible()
    await expect(
      page.getByRole('dialog', { name: 'Date' }).getByRole('table').first(),
    ).toBeVisible()
  }),
  'activity, actions': following(activity, async (page) => {
    await page.getByRole('button', { name: 'Action', exact: true }).click()
    await expect(page.getByRole('option', { name: 'User added' })).toBeVisible()
  }),
  'reset password': owners('/reset-password', 'Reset Password'),
  'reset password, modal': following(welcome, async (page) => {
    const burger = page.getByRole('button', { name: 'Menu' })
    if (await burger.isVisible()) await burger.click()
    await openGroup(page, 'Settings')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByRole('dialog', { name: 'Reset Password' })).toBeVisible()
  }),
  'command palette': pressing(welcome, 'Control+k', 'Command palette'),
  'shortcuts help': pressing(welcome, '?', 'Keyboard shortcuts'),
  'privacy policy': following(signedOut('/', 'Sign in'), async (page) => {
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
