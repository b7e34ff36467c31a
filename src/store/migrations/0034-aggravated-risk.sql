-- migration: locks cancellation
-- The insurer may cancel for an aggravated risk, where the law lets it do so on few grounds only.
ALTER TABLE cancellation
  DROP CONSTRAINT a_cancellation_has_a_known_ground,
  ADD CONSTRAINT a_cancellation_has_a_known_ground
    CHECK (ground IN ('Rescission', 'VehicleSold', 'TotalLoss', 'Refinanced', 'Other', 'NonPayment', 'AggravatedRisk'));
