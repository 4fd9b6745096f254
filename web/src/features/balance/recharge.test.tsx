import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { failed, owner, signedInAs } from '@/testing/fixtures'
import { balanceReply, serveBalance } from '@/testing/money'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

import { faultsOf, NONE, rechargeText, replenishmentOptions } from './recharge'

withMockServer()

const values = { threshold: '50.00', replenishment: '100.00', primary: 'pm_1', secondary: NONE }
const methods = balanceReply.topup.payment_method.options
const sent = vi.fn<(body: unknown) => void>()

describe('the rules of the recharge', () => {
  it.each([
    [values, []],
    [{ ...values, threshold: '' }, []],
    [{ ...values, threshold: '', replenishment: '', primary: NONE }, []],
    [{ ...values, threshold: '100.00' }, []],
    [
      { ...values, threshold: '100.01' },
      [['replenishment', 'must be at least the recharge threshold']],
    ],
    [{ ...values, threshold: '-1.00' }, [['threshold', 'must not be negative']]],
    [{ ...values, replenishment: '' }, [['replenishment', "can't be blank"]]],
    [{ ...values, primary: NONE }, [['primary', "can't be blank"]]],
  ])('%j has the faults %j', (given, faults) => {
    expect(faultsOf(given)).toEqual(faults)
  })

  it('offers amounts of at least the threshold', () => {
    const amounts = ['50.00', '100.00', '250.00']
    const offered = (threshold: string, current: string) =>
      replenishmentOptions(amounts, threshold, current).map(({ value, disabled }) =>
        disabled ? `(${value})` : value,
      )
    expect(offered('', '')).toEqual(amounts)
    expect(offered('50.00', '')).toEqual(amounts)
    expect(offered('50.01', '')).toEqual(['100.00', '250.00'])
    expect(offered('60.00', '50.00')).toEqual(['(50.00)', '100.00', '250.00'])
    expect(offered('60.00', '75.00')).toEqual(['75.00', '100.00', '250.00'])
    expect(offered('900.00', '')).toEqual(['900.00'])
  })

  it('is put into one sentence', () => {
    expect(rechargeText({ ...values, threshold: '' }, methods)).toBe('Automatic recharge is off.')
    expect(rechargeText(values, methods)).toBe(
      'When less than $50.00 is available, $100.00 is added from Visa 4242.',
    )
    expect(rechargeText({ ...values, secondary: 'pm_2' }, methods)).toMatch(
      /from Visa 4242, or from First Bank 6789 if that fails\.$/,
    )
  })
})

async function open() {
  const { user } = renderApp('/balance')
  const form = within(await screen.findByRole('form', { name: 'Recharge settings' }))
  const pick = async (label: string, option: string) => {
    await user.click(form.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  const offered = async (label: string) => {
    const input = form.getByRole('combobox', { name: label })
    await user.click(input)
    // The filter below has options of its own.
    const list = await screen.findByRole('listbox', { name: label })
    const names = within(list)
      .getAllByRole('option')
      .map((one) => one.textContent)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(input).toHaveAttribute('aria-expanded', 'false'))
    return names
  }
  const save = () => user.click(form.getByRole('button', { name: 'Save' }))
  return { user, form, pick, offered, save }
}

describe('the recharge settings', () => {
  beforeEach(() => {
    sent.mockReset()
    signedInAs(owner)
    serveBalance()
    mockServer.use(
      http.patch('*/dashboard/user/settings', async ({ request }) => {
        sent(await request.json())
        return HttpResponse.json({ success: true, settings: owner.settings })
      }),
    )
  })

  it('have the second method disabled until a first is chosen; the lists exclude each other', async () => {
    const { form, pick, offered } = await open()
    const second = form.getByRole('combobox', { name: 'Secondary top-up method' })
    expect(second).toBeDisabled()
    expect(form.getByText('Choose a primary method first.')).toBeVisible()
    await pick('Primary top-up method', 'Visa 4242')
    expect(second).toBeEnabled()
    expect(await offered('Secondary top-up method')).toEqual(['None', 'First Bank 6789'])
    await pick('Secondary top-up method', 'First Bank 6789')
    expect(await offered('Primary top-up method')).toEqual(['None', 'Visa 4242'])
    // Without a first there is no second.
    await pick('Primary top-up method', 'None')
    expect(second).toBeDisabled()
    expect(second).toHaveValue('None')
  })

  it('offer replenishments of at least the threshold, and are saved together', async () => {
    const { user, form, pick, offered, save } = await open()
    await user.type(form.getByLabelText(/^Recharge threshold/), '60')
    expect(await offered('Replenishment amount')).toEqual([
      '$100.00',
      '$250.00',
      '$500.00',
      '$1,000.00',
    ])
    await pick('Replenishment amount', '$100.00')
    await pick('Primary top-up method', 'Visa 4242')
    await pick('Secondary top-up method', 'First Bank 6789')
    await save()
    expect(await screen.findByText('The recharge settings were saved')).toBeVisible()
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      settings: {
        recharge_threshold: '60.00',
        replenishment_amount: '100.00',
        primary_topup_method_id: 'pm_1',
        secondary_topup_method_id: 'pm_2',
      },
    })
  })

  it('say what is missing, and that the amount is too small', async () => {
    const { user, form, pick, save } = await open()
    const threshold = form.getByLabelText(/^Recharge threshold/)
    await user.type(threshold, '50')
    await save()
    expect(await form.findAllByText("can't be blank")).toHaveLength(2)
    await pick('Replenishment amount', '$50.00')
    await pick('Primary top-up method', 'Visa 4242')
    await user.clear(threshold)
    await user.type(threshold, '70')
    await save()
    expect(await form.findByText('must be at least the recharge threshold')).toBeVisible()
    expect(sent).not.toHaveBeenCalled()
  })

  it('are switched off by an empty threshold', async () => {
    signedInAs({
      ...owner,
      settings: {
        ...owner.settings,
        recharge_threshold: '50.00',
        replenishment_amount: '100.00',
        primary_topup_method_id: 'pm_1',
      },
    })
    const { user, form, save } = await open()
    expect(screen.getByText(/^When less than \$50\.00 is available/)).toBeVisible()
    await user.clear(form.getByLabelText(/^Recharge threshold/))
    await save()
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({
        settings: expect.objectContaining({ recharge_threshold: null }),
      }),
    )
  })

  it('show what the server objects to beside its field', async () => {
    mockServer.use(
      http.patch('*/dashboard/user/settings', () =>
        failed(422, {
          message: 'Please check the fields',
          errors: {
            'settings.primary_topup_method_id': ['is not one of your payment methods'],
          },
        }),
      ),
    )
    const { form, save } = await open()
    await save()
    expect(await form.findByText('is not one of your payment methods')).toBeVisible()
    expect(form.getByRole('combobox', { name: 'Primary top-up method' })).toBeInvalid()
  })
})
