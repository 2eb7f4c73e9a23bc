# frozen_string_literal: true

# Verifies webhook requests. Ruby 3.0 or newer, without dependencies.
require "openssl"

# Create it once, at the start: WEBHOOKS = WebhookVerifier.new(ENV["WEBHOOK_SECRET"]). It raises if the secret is missing.
# secrets: the whole secret with its whsec_, or an array of several while you rotate it.
class WebhookVerifier
  TOLERANCE_SECONDS = 300

  def initialize(secrets)
    @secrets = secrets.is_a?(Array) ? secrets.dup : [secrets]
    usable = @secrets.all? { |one| one.is_a?(String) && one.start_with?("whsec_") && one.strip != "whsec_" }
    return if usable && !@secrets.empty?

    raise ArgumentError, "The webhook secret is missing or empty, or is not a secret: set it to the whole secret, whsec_..."
  end

  # For each request: if it is false, return 400. raw_body: the bytes as received (Rails: request.raw_post);
  # header: X-Service-Signature (Rails: request.headers["X-Service-Signature"]), which may be missing.
  def verify(raw_body, header, now = Time.now.to_i)
    return false unless header.is_a?(String) && header.bytesize <= 2048 && raw_body.is_a?(String)

    # As bytes: the body may not be valid UTF-8.
    parts = header.b.split(",").map(&:strip)
    timestamps = parts.select { |part| part.start_with?("t=") }.map { |part| part[2..] }
    signatures = parts.select { |part| part.start_with?("v1=") }.map { |part| part[3..] }
    return false unless timestamps.size == 1 && timestamps[0].match?(/\A(0|[1-9][0-9]{0,10})\z/)
    return false if signatures.size > 8

    given = signatures.select { |signature| signature.match?(/\A[0-9a-f]{64}\z/) }
    signed = "#{timestamps[0]}.".b + raw_body.b
    matched = false
    @secrets.each do |secret|
      expected = OpenSSL::HMAC.hexdigest("SHA256", secret, signed)
      # Constant time.
      given.each { |signature| matched = true if OpenSSL.fixed_length_secure_compare(expected, signature) }
    end
    matched && (now - timestamps[0].to_i).abs <= TOLERANCE_SECONDS
  end
end
