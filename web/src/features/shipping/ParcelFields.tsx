// The parcel: package, sides in inches, weight. A package of a fixed size fills the sides in.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { NumberField, SelectField } from '@/components/form/ValueFields'

import { shippingOptionsQuery } from './api'
import { fixedSides, packageChoices, packageGuidance } from './packages'
import classes from './shipping.module.css'
import { OWN_BOX, type PackageValues } from './values'
import { WeightField } from './WeightField'

const SIDES = [
  ['parcel.length', 'Length'],
  ['parcel.width', 'Width'],
  ['parcel.height', 'Height'],
] as const

const NO_PACKAGES: readonly never[] = []

interface ParcelFieldsProps {
  /** Carriers must know the sides of the sender's own box; a template may leave them out. */
  complete?: boolean
  /** False where the weight may come from elsewhere. */
  needsWeight?: boolean
}

export function ParcelFields({ complete = false, needsWeight = true }: ParcelFieldsProps) {
  const { control, setValue } = useFormContext<PackageValues>()
  const packages = useQuery(shippingOptionsQuery).data?.packages ?? NO_PACKAGES
  const chosen = useWatch({ control, name: 'parcel.predefined_package' })
  const choices = useMemo(() => packageChoices(packages), [packages])

  const fillSides = (name: string) => {
    const sides = fixedSides(packages, name)
    if (!sides) return
    for (const [at, [path]] of SIDES.entries()) {
      setValue(path, sides[at] ?? null, { shouldDirty: true })
    }
  }

  return (
    <div className={classes.grid}>
      <div data-span="6">
        <SelectField
          control={control}
          name="parcel.predefined_package"
          label="Package"
          description={packageGuidance(packages, chosen) || undefined}
          data={choices}
          searchable
          nothingFoundMessage="No such package"
          onPick={fillSides}
        />
      </div>
      {SIDES.map(([path, label]) => (
        <div key={path} data-span="2">
          <NumberField
            control={control}
            name={path}
            label={`${label}, in`}
            min={0}
            decimals={3}
            required={complete && chosen === OWN_BOX}
          />
        </div>
      ))}
      <div data-span="6">
        <WeightField required={needsWeight} />
      </div>
    </div>
  )
}
