-- PayPal may take the money of a payment that the shop has given up: such a payment is looked at for some days
alter table payment
  drop constraint payment_check1,
  add constraint payment_looks check (
    case state
      when 'paid' then due_at is null
      when 'canceled' then due_at is null or reference is not null
      else due_at is not null
    end
  );
