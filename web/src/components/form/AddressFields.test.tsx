import { screen, waitFor } from '@testing-library/react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { type Address, EMPTY_ADDRESS, type SuggestAddresses } from './address'
import { AddressFields } from './AddressFields'

// The real lists have hundreds of entries, which happy-dom draws slowly.
vi.mock('./regions', () => ({
  US_STATES: [{ value: 'CA', label: 'CA – California' }],
  COUNTRIES: [
    { value: 'US', label: 'United States' },
    { value: 'DE', label: 'Germany' },
  ],
}))

interface Values {
  to_address: Address
}

interface SampleProps {
  country?: string
  usOnly?: boolean
  suggest?: SuggestAddresses
  seen?: (form: UseFormReturn<Values>) => void
}

function Sample({ country = 'US', seen, ...rest }: SampleProps) {
  const form = useForm<Values>({
    defaultValues: {
      to_address: { ...EMPTY_ADDRESS, country, state: country === 'US' ? 'CA' : '' },
    },
  })
  seen?.(form)
  return <AddressFields form={form} name="to_address" required={['zip']} {...rest} />
}

const box = (name: string) => screen.getByRole('textbox', { name })
const list = (name: string) => screen.getByRole('combobox', { name })

describe('AddressFields', () => {
  it('offers states for the US and free text elsewhere, and forgets a state that means nothing', async () => {
    const seen = vi.fn<(form: UseFormReturn<Values>) => void>()
    const { user } = renderUi(<Sample seen={seen} />)
    expect(list('State')).toHaveValue('CA – California')
    await user.click(list('Country'))
    await user.click(await screen.findByRole('option', { name: 'Germany' }))
    await user.click(await screen.findByRole('textbox', { name: 'State or province' }))
    await user.paste('Hessen')
    expect(box('Postal code')).toBeRequired()
    expect(seen.mock.lastCall?.[0].getValues().to_address).toMatchObject({
      country: 'DE',
      state: 'Hessen',
    })
  })

  it('hides the country where only the US is served', () => {
    renderUi(<Sample usOnly country="" />)
    expect(screen.queryByRole('combobox', { name: 'Country' })).toBeNull()
    expect(list('State')).toBeVisible()
  })

  it('fills the form from a suggestion and asks within the country', async () => {
    const seen = vi.fn<(form: UseFormReturn<Values>) => void>()
    const suggest = vi.fn<SuggestAddresses>().mockResolvedValue([
      {
        label: '417 Montgomery St, San Francisco, CA 94104',
        address: { street1: '417 Montgomery St', city: 'San Francisco', state: 'CA', zip: '94104' },
      },
    ])
    const { user } = renderUi(<Sample usOnly suggest={suggest} seen={seen} />)
    await user.click(list('Street'))
    await user.paste('417 Mont')
    await user.click(await screen.findByRole('option', { name: /San Francisco/ }))
    await waitFor(() => expect(box('City')).toHaveValue('San Francisco'))
    expect(list('Street')).toHaveValue('417 Montgomery St')
    expect(box('ZIP')).toHaveValue('94104')
    expect(suggest).toHaveBeenCalledOnce()
    expect(suggest.mock.calls[0]).toMatchObject(['417 Mont', { country: 'US' }])
    expect(seen.mock.lastCall?.[0].getValues().to_address).toMatchObject({
      street1: '417 Montgomery St',
      state: 'CA',
      zip: '94104',
      country: 'US',
    })
  })

  it('stays a text field when the look-up fails', async () => {
    const suggest = vi.fn<SuggestAddresses>().mockRejectedValue(new Error('down'))
    const { user } = renderUi(<Sample suggest={suggest} />)
    await user.click(list('Street'))
    await user.paste('1 Main St')
    await waitFor(() => expect(suggest).toHaveBeenCalled())
    expect(list('Street')).toHaveValue('1 Main St')
  })
})
