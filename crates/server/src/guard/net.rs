//! Addresses and networks: "127.0.0.1", "10.0.0.0/8", "2001:db8::/32".

use std::net::IpAddr;

/// A network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Net {
    first: IpAddr,
    bits: u32,
}

impl Net {
    /// Reads an address, or one with the number of bits that count.
    pub fn parse(text: &str) -> Option<Net> {
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let first: IpAddr = address.parse().ok()?;
        let all = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Some(all), |bits| bits.parse().ok())?;
        (bits <= all).then_some(Net { first, bits })
    }

    /// This machine.
    pub fn loopback() -> Vec<Net> {
        ["127.0.0.0/8", "::1"].into_iter().filter_map(Net::parse).collect()
    }

    /// Whether the address is in it.
    pub fn holds(&self, address: IpAddr) -> bool {
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                let differ = first.to_bits() ^ address.to_bits();
                differ.checked_shr(32 - self.bits).unwrap_or(0) == 0
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                let differ = first.to_bits() ^ address.to_bits();
                differ.checked_shr(128 - self.bits).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_a_network() {
        let holds = |net: &str, address: &str| Net::parse(net).unwrap().holds(address.parse().unwrap());
        assert!(holds("10.0.0.0/8", "10.255.0.1") && !holds("10.0.0.0/8", "11.0.0.0"));
        assert!(holds("10.0.0.0/8", "::ffff:10.1.2.3"), "IPv4 in the clothes of IPv6");
        assert!(holds("192.0.2.7", "192.0.2.7") && !holds("192.0.2.7", "192.0.2.6"));
        assert!(holds("0.0.0.0/0", "203.0.113.9") && !holds("0.0.0.0/0", "2001:db8::1"));
        assert!(holds("2001:db8::/32", "2001:db8:ffff::1") && !holds("2001:db8::/32", "2001:db9::1"));
        for bad in ["", "10.0.0.0/33", "10.0.0/8", "::1/129", "10.0.0.0/x", "host"] {
            assert_eq!(Net::parse(bad), None, "{bad}");
        }
    }
}
