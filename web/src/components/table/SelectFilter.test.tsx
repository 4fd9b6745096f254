import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { SelectFilter } from './SelectFilter'

const CARRIERS = [
  'USPS',
  'UPS',
  'FedEx',
  'UniUni',
  'DHL',
  'GLS',
  'DPD',
  'Evri',
  'OnTrac',
  'Lasership',
]

function Filter() {
  const [value, setValue] = useState<string | undefined>()
  return (
    <>
      <SelectFilter
        label="Carrier"
        options={CARRIERS.map((name) => ({ value: name, label: name }))}
        value={value}
        defaultValue={undefined}
        onChange={setValue}
      />
      <output>{value ?? 'any'}</output>
    </>
  )
}

describe('a filter with many choices', () => {
  it('is searched and chosen from by keyboard alone', async () => {
    const { user } = renderUi(<Filter />)
    await user.tab()
    await user.keyboard('{Enter}')
    const search = await screen.findByRole('combobox', { name: 'Find carrier' })
    expect(search).toHaveFocus()
    await user.keyboard('ups')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['UPS'])
    await user.keyboard('{Enter}')
    expect(screen.getByRole('status')).toHaveTextContent('UPS')
    expect(screen.getByRole('button', { name: 'Carrier: UPS' })).toHaveFocus()
  })

  it("offers 'Any' and says when nothing is found", async () => {
    const { user } = renderUi(<Filter />)
    await user.click(screen.getByRole('button', { name: 'Carrier' }))
    expect(screen.getByRole('option', { name: 'Any' })).toBeInTheDocument()
    await user.type(await screen.findByRole('combobox', { name: 'Find carrier' }), 'zzz')
    expect(screen.getByText('Nothing found')).toBeInTheDocument()
  })
})
